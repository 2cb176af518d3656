/// Which fixes are accepted as the next of their device without the full checks. A generic parameter, because a closure would be called
/// for each fix.
protocol FollowRule: BitwiseCopyable {
    /// Whether `fix` is newer than the one of its device at `time` and `place`, and may follow it: the one bit that is set.
    func allow(_ fix: CompactFix, after time: Int64, _ place: Coordinate) -> UInt64
}

/// Bounds within which a fix is accepted as the next of its device without the full checks: never wider than `FixLimits`, and narrower
/// where the stricter test is cheaper.
struct FollowLimits: FollowRule {
    private var earliest: Int64
    /// In milliseconds, from `earliest` on.
    private var duration: UInt64
    private var maximumAccuracy = Float.infinity
    /// How long the fastest device takes for a degree at least, in milliseconds.
    private var millisecondsPerDegree = 0.0
    /// The longest time between two fixes in milliseconds.
    private var longestGap: UInt64

    /// - Parameter staleAfter: The longest time between two fixes, in milliseconds.
    init(_ limits: FixLimits, staleAfter: UInt64) {
        earliest = limits.earliest?.unixMilliseconds ?? .min
        var latest = limits.latest?.unixMilliseconds ?? .max
        if limits.rejectsUnsetClocks {
            earliest = max(earliest, UnsetClock.clear.lowerBound)
            latest = min(latest, UnsetClock.clear.upperBound &- 1)
        }
        duration = UInt64(bitPattern: latest &- earliest)
        if let accuracy = limits.maximumAccuracy { maximumAccuracy = Float(accuracy.meters) }
        // No degree is longer, so the geodesic of `FixLimits.isTooFast` is not longer either.
        if let speed = limits.maximumMetersPerSecond { millisecondsPerDegree = 1000 * WGS84.longestDegree / speed }
        longestGap = earliest <= latest ? staleAfter : 0
    }

    @inline(__always)
    func allow(_ fix: CompactFix, after time: Int64, _ place: Coordinate) -> UInt64 {
        let degrees = abs(fix.latitude - place.latitude) + abs(fix.longitude - place.longitude)
        let gap = fix.time &- time
        let isSlow = (degrees * millisecondsPerDegree <= Double(gap)).bit
        let isInTime = (UInt64(bitPattern: fix.time &- earliest) <= duration).bit
        let isNext = (fix.time > time).bit & (UInt64(bitPattern: gap) <= longestGap).bit
        let isAccurate = (!(fix.horizontalAccuracy > maximumAccuracy)).bit
        // Whoever is at latitude 0, of which a fix has no negative one, may be at null island, of which `FixLimits` knows more.
        let isBelieved = (fix.latitude.bitPattern != 0).bit
        return isSlow & isInTime & isNext & isAccurate & isBelieved
    }
}
