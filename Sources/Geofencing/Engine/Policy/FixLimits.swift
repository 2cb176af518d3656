/// The limits that determine which fixes are not believed. Values exactly at a limit are allowed; `nil` means no limit.
public struct FixLimits: Sendable, Hashable {
    /// Whether a fix exactly at latitude 0, longitude 0 is not used.
    public var rejectsNullIsland = false

    /// Whether only one of several fixes of a device with the same time and different positions is used: the first, or
    /// in sorted input the most accurate. The others are `conflicting`.
    public var rejectsConflicts = false

    /// Whether times shown by clocks that were never set are not used: those of 1970-01-01, from which clocks without a
    /// battery count, and of the day before, for clocks ahead of UTC and the -1 that stands for no time; those of
    /// 1980-01-06, from which GPS time counts; and all from 2080-01-06 on, which is the latter with a two-digit year;
    /// all in UTC.
    public var rejectsUnsetClocks = false

    /// The highest speed between two fixes, more than 0, after subtracting the later one's accuracy from the distance.
    /// A faster fix is not used, but a later one that agrees with it is, because then the earlier position was wrong.
    public var maximumMetersPerSecond: Double?

    /// The coarsest accepted horizontal accuracy, 0 or more; fixes of unknown accuracy are used.
    public var maximumAccuracy: Distance?

    /// The earliest accepted time; not after `latest`.
    public var earliest: Timestamp?

    /// The latest accepted time; not before `earliest`.
    public var latest: Timestamp?

    /// How much later than the present a live fix may be; a clock that is farther ahead is wrong. A `DeviceTracker`
    /// uses it; it is the default of `watch --max-ahead` and of a `GeofenceManager`, and the bound on an import's
    /// anchors. An engine has no clock and ignores it.
    public static let longestAhead = Duration.seconds(600)

    /// Creates limits that accept every fix. To add a limit to the default ones, start from `standard`.
    public init() {}

    /// The default limits of policies other than `raw`: nothing at 0, 0, no clocks that were never set, one position
    /// for each time, at most 340 m/s.
    public static var standard: FixLimits {
        var limits = FixLimits()
        limits.rejectsNullIsland = true
        limits.rejectsUnsetClocks = true
        limits.rejectsConflicts = true
        limits.maximumMetersPerSecond = 340
        return limits
    }

    /// Returns the reason why a fix is not used, whatever came before it; `nil` if there is none.
    @inline(__always)
    package func rejection(of fix: CompactFix) -> Rejection? {
        if rejectsNullIsland, fix.isAtNullIsland { return .nullIsland }
        if rejectsUnsetClocks, let reason = UnsetClock.rejection(of: fix.time) { return reason }
        if let earliest, fix.time < earliest.unixMilliseconds { return .tooOld }
        if let latest, fix.time > latest.unixMilliseconds { return .future }
        if let maximumAccuracy, fix.horizontalAccuracy > Float(maximumAccuracy.meters) { return .inaccurate }
        return nil
    }

    /// Returns the maximum distance in meters between a fix and the device's position at `time` at the highest allowed
    /// speed. An older fix may be anywhere.
    @inline(__always)
    func reach(of fix: CompactFix, since time: Int64) -> Double {
        let seconds = Double(fix.time &- time) / 1000
        guard let maximumMetersPerSecond, seconds >= 0 else { return .infinity }
        let accuracy = fix.hasAccuracy ? Double(fix.horizontalAccuracy) : 0
        return maximumMetersPerSecond * seconds + accuracy
    }

    /// Returns whether nothing at the highest allowed speed could have moved from `place` at `time` to the fix.
    @inline(__always)
    func isTooFast(_ fix: CompactFix, since time: Int64, from place: Coordinate) -> Bool {
        let reach = reach(of: fix, since: time)
        // No degree is longer than `longestDegree`, so most fixes need no geodesic.
        let degrees = abs(fix.latitude - place.latitude) + abs(fix.longitude - place.longitude)
        if degrees * WGS84.longestDegree <= reach { return false }
        return Geodesic.distance(place, fix.coordinate) > reach
    }
}

/// The times that clocks show if they were never set.
enum UnsetClock {
    private static let dayLength: Int64 = 86_400_000
    /// 1980-01-06T00:00:00Z.
    private static let startOfGPS: Int64 = 315_964_800_000
    /// 2080-01-06T00:00:00Z.
    private static let startOfGPSIn2080: Int64 = 3_471_724_800_000

    /// Some of the times that only a clock that was set can show.
    static let clear = startOfGPS + dayLength..<startOfGPSIn2080

    fileprivate static func rejection(of time: Int64) -> Rejection? {
        if time >= startOfGPSIn2080 { return .future }
        let isFirstDay = (-dayLength..<dayLength).contains(time) || (startOfGPS..<startOfGPS + dayLength).contains(time)
        return isFirstDay ? .tooOld : nil
    }
}
