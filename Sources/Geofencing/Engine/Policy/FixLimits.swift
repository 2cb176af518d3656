/// Which fixes are not believed. Limits themselves are allowed; `nil` is no limit.
public struct FixLimits: Sendable, Hashable {
    /// Whether a fix at latitude 0, longitude 0 exactly is not used.
    public var rejectsNullIsland = false

    /// Whether only one of several fixes of a device with one time and different places is used: the first, or in a sorted input the
    /// most accurate. The others are `conflicting`.
    public var rejectsConflicts = false

    /// Whether times that clocks show which were never set are not used: those of 1970-01-01, where clocks without a battery
    /// count from, and of the day before, for clocks ahead of UTC and the -1 that stands for no time; of 1980-01-06, where GPS time
    /// counts from; and all from 2080-01-06 on, which is the latter with a year of two digits; all in UTC.
    public var rejectsUnsetClocks = false

    /// The highest speed between two fixes, more than 0, the later one's accuracy subtracted from the distance. A faster fix is not used,
    /// but one of a later time that agrees with it is, as then what came before was wrong.
    public var maximumMetersPerSecond: Double?

    /// The coarsest horizontal accuracy, 0 or more; fixes of unknown accuracy are used.
    public var maximumAccuracy: Distance?

    /// The earliest time; not after `latest`.
    public var earliest: Timestamp?

    /// The latest time; not before `earliest`.
    public var latest: Timestamp?

    /// How much later than the present a live fix may be, as a clock that is farther ahead is wrong: what a `DeviceTracker` takes, the
    /// default of `watch --max-ahead` and of a `GeofenceManager`, and the bound of an import's anchors. An engine has no clock and does
    /// not look at it.
    public static let longestAhead = Duration.seconds(600)

    /// No limits.
    public init() {}

    /// What policies other than `raw` take as a rule: nothing at 0, 0, no clocks that were never set, one place for each time,
    /// at most 340 m/s.
    public static var standard: FixLimits {
        var limits = FixLimits()
        limits.rejectsNullIsland = true
        limits.rejectsUnsetClocks = true
        limits.rejectsConflicts = true
        limits.maximumMetersPerSecond = 340
        return limits
    }

    /// Why a fix is not used whatever came before it.
    @inline(__always)
    package func rejection(of fix: CompactFix) -> Rejection? {
        if rejectsNullIsland, fix.isAtNullIsland { return .nullIsland }
        if rejectsUnsetClocks, let reason = UnsetClock.rejection(of: fix.time) { return reason }
        if let earliest, fix.time < earliest.unixMilliseconds { return .tooOld }
        if let latest, fix.time > latest.unixMilliseconds { return .future }
        if let maximumAccuracy, fix.horizontalAccuracy > Float(maximumAccuracy.meters) { return .inaccurate }
        return nil
    }

    /// How many meters from where the device was at `time` a fix may be at most, as fast as allowed. One that is older may be
    /// anywhere.
    @inline(__always)
    func reach(of fix: CompactFix, since time: Int64) -> Double {
        let seconds = Double(fix.time &- time) / 1000
        guard let maximumMetersPerSecond, seconds >= 0 else { return .infinity }
        let accuracy = fix.horizontalAccuracy > 0 ? Double(fix.horizontalAccuracy) : 0
        return maximumMetersPerSecond * seconds + accuracy
    }

    /// Whether nothing as fast as allowed could have come from `place` at `time` to the fix.
    @inline(__always)
    func isTooFast(_ fix: CompactFix, since time: Int64, from place: Coordinate) -> Bool {
        let reach = reach(of: fix, since: time)
        // No degree is longer, so most fixes need no geodesic.
        let degrees = abs(fix.latitude - place.latitude) + abs(fix.longitude - place.longitude)
        if degrees * WGS84.longestDegree <= reach { return false }
        return Geodesic.distance(place, fix.coordinate) > reach
    }
}

/// What clocks show that were never set.
enum UnsetClock {
    private static let dayLength: Int64 = 86_400_000
    /// 1980-01-06T00:00:00Z.
    private static let startOfGPS: Int64 = 315_964_800_000
    /// 2080-01-06T00:00:00Z.
    private static let startOfGPSIn2080: Int64 = 3_471_724_800_000

    /// Times of clocks that were set, not all of them.
    static let clear = startOfGPS + dayLength..<startOfGPSIn2080

    fileprivate static func rejection(of time: Int64) -> Rejection? {
        if time >= startOfGPSIn2080 { return .future }
        let isFirstDay = (-dayLength..<dayLength).contains(time) || (startOfGPS..<startOfGPS + dayLength).contains(time)
        return isFirstDay ? .tooOld : nil
    }
}
