/// What the engine knows of one device.
struct DeviceState: Sendable {
    /// The time of a device without a fix.
    static let never = Int64.min

    var memo = LookupMemo()

    /// The last used fix.
    var time = never
    var sequence = CompactFix.noSequence
    /// When the last used fix was measured, if it is older than another one, where these count in the order of the input.
    var olderTime = never
    var latitude = 0.0
    var longitude = 0.0

    /// Whether the last used fix was the first.
    var isNew = false

    /// Whether its next fix must be looked at even if it is in the same geofences, and edits wherever it was measured; `raw` alone
    /// needs it only for edits, of who is inside by what other rules have decided.
    var isOpen = false

    /// The horizontal accuracy of the last used fix in meters; NaN when unknown.
    var accuracy = Float.nan

    /// The geofences the device is in, ascending by handle.
    var stays: [Stay] = []

    var hasFix: Bool { time != Self.never }

    /// When the last used fix was measured.
    var measuredTime: Int64 { olderTime == Self.never ? time : olderTime }

    /// Lets an older fix count at the time of the last one: a device's time does not go back.
    @inline(__always)
    mutating func countWhereItComes(_ fix: inout CompactFix) {
        let isOlder = fix.time < time
        olderTime = isOlder ? fix.time : Self.never
        if isOlder { fix.time = time }
    }

    /// The last used fix.
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

    /// The place of the last used fix.
    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
