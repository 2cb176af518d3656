/// Fixes whose lookups are done together, and how to go through them: only to those that may change something.
struct FixGroup: BitwiseCopyable {
    /// How many they are, at most `LookupGroup.size`.
    let count: Int
    /// Which of those that are still to come may change something, a bit for each by its number.
    private var rest: UInt64

    /// - Parameter quiet: Which of them change nothing as long as the one before them is used and nothing is open of its device.
    @inline(__always)
    init(count: Int, quiet: UInt64) {
        self.count = count
        rest = ~quiet & (~0 &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    /// The next one that may change something.
    @inline(__always)
    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        let number = rest.trailingZeroBitCount
        rest &= rest &- 1
        return number
    }

    /// The last one before the next that may change something.
    @inline(__always) var lastQuiet: Int { min(rest.trailingZeroBitCount, count) &- 1 }

    /// Looks at the one behind `number` too, which is the one that was gone to last.
    @inline(__always)
    mutating func lookAtNext(of number: Int) {
        if lastQuiet > number { rest |= 2 &<< UInt64(truncatingIfNeeded: number) }
    }
}
