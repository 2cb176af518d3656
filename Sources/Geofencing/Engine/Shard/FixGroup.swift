/// A group of fixes that are looked up together, with iteration over only those that may change something.
struct FixGroup: BitwiseCopyable {
    /// The number of fixes, at most `LookupGroup.size`.
    let count: Int
    /// One bit per fix: set if the fix is used without further checks, provided that the fix before it is used.
    private var followers: UInt64
    /// The fixes still to be visited that may change something.
    private var rest: UInt64

    /// The empty group.
    static let none = FixGroup(count: 0, followers: 0, rest: 0)

    private init(count: Int, followers: UInt64, rest: UInt64) {
        (self.count, self.followers, self.rest) = (count, followers, rest)
    }

    /// - Parameter same: The fixes that are covered by the same geofences as the one before them: as followers they
    ///   change nothing as long as nothing is pending for their device.
    @inline(__always)
    init(count: Int, followers: UInt64, same: UInt64) {
        self.count = count
        self.followers = followers
        rest = ~(followers & same) & (~0 &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    /// Returns the next fix that may change something.
    @inline(__always)
    mutating func next() -> Int? { rest.takeLowestBit() }

    /// Returns whether a fix is used as the next one of its device without further checks.
    @inline(__always)
    func isFollower(_ number: Int) -> Bool { followers &>> UInt64(truncatingIfNeeded: number) & 1 != 0 }

    /// The last fix before the next one that may change something.
    @inline(__always) var lastQuiet: Int { min(rest.trailingZeroBitCount, count) &- 1 }

    /// Makes `next` also return the fix after `number`, which is then no follower. `number` is what `next` returned
    /// last; its fix was not used, or counts at a time other than the one it was measured at.
    @inline(__always)
    mutating func breakOff(behind number: Int) {
        let behind: UInt64 = 2 &<< UInt64(truncatingIfNeeded: number)
        followers &= ~behind
        if lastQuiet > number { rest |= behind }
    }
}
