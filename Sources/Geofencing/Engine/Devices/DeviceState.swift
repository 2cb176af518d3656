/// What the engine knows about one device.
struct DeviceState: Sendable {
    /// The time of a device without a fix.
    static let never = Int64.min

    var memo = LookupMemo()

    /// The last used fix.
    var time = never
    var sequence = CompactFix.noSequence
    /// The measurement time of the last used fix if it is older than an earlier one, which can happen where fixes count
    /// in input order.
    var olderTime = never
    var latitude = 0.0
    var longitude = 0.0

    /// Whether the last used fix was the device's first.
    var isNew = false

    /// Whether the device's next fix must be evaluated even if it is in the same geofences, and edits must evaluate the
    /// device wherever it was measured. Under `raw` alone only edits need this, for devices that are inside by
    /// decisions of other rules.
    var isOpen = false

    /// The horizontal accuracy of the last used fix in meters; NaN when unknown.
    var accuracy = Float.nan

    /// The geofences the device is in, ascending by handle.
    var stays: [Stay] = []

    var hasFix: Bool { time != Self.never }

    /// The measurement time of the last used fix.
    var measuredTime: Int64 { olderTime == Self.never ? time : olderTime }

    /// Makes an older fix count at the time of the last one: a device's time never goes back.
    @inline(__always)
    mutating func countInInputOrder(_ fix: inout CompactFix) {
        let isOlder = fix.time < time
        olderTime = isOlder ? fix.time : Self.never
        if isOlder { fix.time = time }
    }

    /// Returns the last used fix.
    func lastFix(of device: UInt32) -> CompactFix {
        CompactFix(
            latitude: latitude,
            longitude: longitude,
            time: time,
            sequence: sequence,
            horizontalAccuracy: accuracy,
            device: device
        )
    }

    /// The position of the last used fix.
    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    /// The position of the last used fix and the time at which it counts; `nil` if there is none.
    var lastSighting: Sighting? { hasFix ? Sighting(time: time, coordinate: coordinate) : nil }
}
