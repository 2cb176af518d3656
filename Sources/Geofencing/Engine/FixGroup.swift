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

/// Up to where a fix is used as the next one of its device without a closer look: no more than the rules let through, and less where
/// that is quickly told.
struct FollowLimits: BitwiseCopyable {
    private var earliest = Int64.min
    private var latest = Int64.max
    private var maximumAccuracy = Float.infinity
    /// In meters per second.
    private var maximumSpeed = Double.infinity
    /// The longest time between two fixes in milliseconds.
    private var longestGap = UInt64.max

    /// - Parameter staleAfter: The longest time between two fixes, in milliseconds.
    init(_ limits: FixLimits, staleAfter: UInt64) {
        earliest = limits.earliest?.unixMilliseconds ?? earliest
        latest = limits.latest?.unixMilliseconds ?? latest
        if limits.rejectsUnsetClocks {
            earliest = max(earliest, UnsetClock.clear.lowerBound)
            latest = min(latest, UnsetClock.clear.upperBound &- 1)
        }
        if let accuracy = limits.maximumAccuracy { maximumAccuracy = Float(accuracy.meters).nextDown }
        maximumSpeed = limits.maximumSpeed ?? maximumSpeed
        longestGap = staleAfter
    }

    /// Whether `fix` may follow `before` of the same device, the one bit that is set.
    @inline(__always)
    func allow(_ fix: CompactFix, after before: CompactFix) -> UInt64 {
        // As in `FixLimits.isTooFast`, where the geodesic is never longer than this.
        let degrees = abs(fix.latitude - before.latitude) + abs(fix.longitude - before.longitude)
        let gap = fix.time &- before.time
        let isSlow = degrees * 112_000_000 <= maximumSpeed * Double(gap)
        let isInTime = (fix.time >= earliest).bit & (fix.time <= latest).bit
        let isBelieved = (!(fix.horizontalAccuracy > maximumAccuracy)).bit & (fix.latitude != 0).bit & isSlow.bit
        return isInTime & isBelieved & (UInt64(bitPattern: gap) <= longestGap).bit
    }
}

extension Bool {
    /// As a number that can be reckoned with, where a branch would be a guess.
    @inline(__always) var bit: UInt64 { self ? 1 : 0 }
}
