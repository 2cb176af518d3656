extension GeofenceEngine {
    /// Returns how far a device at `coordinate` may move in any direction and certainly stay in the same geofences: the
    /// distance to the nearest boundary, from inside or outside.
    ///
    /// Every point at most this far away is covered by exactly the geofences that cover `coordinate`. A millimeter is
    /// subtracted to allow for the error of the distance. On a boundary the radius is 0; without any geofence it is
    /// half the Earth's circumference.
    ///
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: That of `nearestGeofences(to:count:)` for one more geofence than cover the coordinate.
    public func safeRadius(at coordinate: Coordinate) throws(GeofenceError) -> Distance {
        try coordinate.check()
        let around = try lane(for: coordinate).around(coordinate, count: 1, in: snapshot)
        guard let nearest = around.lazy.map({ abs($0.distance) }).min() else { return .meters(WGS84.longestDistance) }
        return .meters(max(0, nearest - 0.001))
    }

    /// Returns the latest time at which the next fix of a device is needed so that no crossing is missed, if the device
    /// never moves faster than `speed`.
    ///
    /// This is the safe radius, less the fix's horizontal accuracy if known, divided by the speed and rounded down to
    /// milliseconds. Near a boundary it is the fix's own time: measure as often as you can. The answer holds for the
    /// geofences registered now; ask again after an edit.
    ///
    /// The bound is on measured positions: a fix that is off by more than its accuracy looks like speed.
    ///
    /// - Parameters:
    ///   - fix: The device's last fix.
    ///   - speed: The maximum speed in meters per second.
    /// - Throws: The errors of `safeRadius(at:)`; `invalidRules` for a speed that is not finite and positive.
    /// - Complexity: That of `safeRadius(at:)`.
    public func nextFixBy(
        after fix: Fix,
        maximumMetersPerSecond speed: Double
    ) throws(GeofenceError) -> Timestamp {
        try nextFixBy(
            after: fix.coordinate,
            at: fix.time,
            horizontalAccuracy: fix.horizontalAccuracy,
            maximumMetersPerSecond: speed
        )
    }

    /// Returns the same for a device without a name.
    func nextFixBy(
        after coordinate: Coordinate,
        at time: Timestamp,
        horizontalAccuracy: Distance?,
        maximumMetersPerSecond speed: Double
    ) throws(GeofenceError) -> Timestamp {
        if let problem = speed.problem(ofBound: "maximumMetersPerSecond") { throw problem }
        let accuracy = CompactFix.accuracy(meters: horizontalAccuracy?.meters ?? 0)
        let radius = try safeRadius(at: coordinate).meters - (accuracy.isNaN ? 0 : Double(accuracy))
        let wait = Int64(exactly: (max(0, radius) / speed * 1000).rounded(.down)) ?? .max
        let (time, isBeyond) = time.unixMilliseconds.addingReportingOverflow(wait)
        return Timestamp(unixMilliseconds: isBeyond ? .max : time)
    }
}
