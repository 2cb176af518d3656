/// Fixes whose lookups are done together, and how to go through them: only to those that may change something.
struct FixGroup: BitwiseCopyable {
    /// How many they are, at most `LookupGroup.size`.
    let count: Int
    /// One bit per fix: set if the fix is used without a closer look, provided the fix before it is used.
    private var followers: UInt64
    /// Which of those that are still to come may change something.
    private var rest: UInt64

    /// The empty group.
    static let none = FixGroup(count: 0, followers: 0, rest: 0)

    private init(count: Int, followers: UInt64, rest: UInt64) {
        (self.count, self.followers, self.rest) = (count, followers, rest)
    }

    /// - Parameter same: Which are covered by the same geofences as the one before them: as followers they change nothing as long as
    ///   nothing is open of their device.
    @inline(__always)
    init(count: Int, followers: UInt64, same: UInt64) {
        self.count = count
        self.followers = followers
        rest = ~(followers & same) & (~0 &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    /// The next one that may change something.
    @inline(__always)
    mutating func next() -> Int? { rest.takeLowestBit() }

    /// Whether one is used as the next one of its device without a closer look.
    @inline(__always)
    func isFollower(_ number: Int) -> Bool { followers &>> UInt64(truncatingIfNeeded: number) & 1 != 0 }

    /// The last one before the next that may change something.
    @inline(__always) var lastQuiet: Int { min(rest.trailingZeroBitCount, count) &- 1 }

    /// `number` is what `next` gave last, and was not used, or counts at another time than it was measured: makes it give the fix behind
    /// that too, which is no follower.
    @inline(__always)
    mutating func breakOff(behind number: Int) {
        let behind: UInt64 = 2 &<< UInt64(truncatingIfNeeded: number)
        followers &= ~behind
        if lastQuiet > number { rest |= behind }
    }
}
