/// The values of one trace record, before its device has a slot.
struct RawFix {
    /// The range of the device's name; may be empty.
    var device = 0..<0
    var time: Int64 = 0
    var latitude = Double.nan
    var longitude = Double.nan
    var accuracy = Float.nan
    var sequence = CompactFix.noSequence
    /// The battery charge; unknown also if charges are not read.
    var battery = BatteryCharge.unknown

    /// Whether the coordinate is valid and needs no normalization.
    @inline(__always)
    var isOrdinary: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    /// Checks the range of the coordinate, and wraps a longitude that is up to a full turn away into -180 ... 180.
    mutating func normalize(
        latitudeOffset: Int,
        longitudeOffset: Int,
        into result: inout ParsedFixes
    ) throws(RecordProblem) {
        guard abs(latitude) <= 90 else {
            let isSwapped = abs(latitude) <= 360 && abs(longitude) <= 90
            if isSwapped { result.swapSuspects += 1 }
            throw RecordProblem(
                .outOfRange,
                at: latitudeOffset,
                "the latitude \(latitude) is outside -90...90",
                recovery: isSwapped ? "Check whether latitude and longitude are swapped." : "Give degrees on WGS 84."
            )
        }
        guard abs(longitude) <= 360 else {
            throw RecordProblem(
                .outOfRange,
                at: longitudeOffset,
                "the longitude \(longitude) is outside -360...360",
                recovery: "Give degrees on WGS 84, -180 to 180; values up to ±360 are wrapped into that range."
            )
        }
        if abs(longitude) > 180 {
            longitude += longitude > 0 ? -360 : 360
            result.notes.wrappedLongitudes += 1
        }
    }
}

extension ParsedFixes {
    /// Adds a usable fix.
    @inline(__always)
    mutating func append(_ fix: RawFix, slot: UInt32) {
        let compact = CompactFix(
            latitude: fix.latitude,
            longitude: fix.longitude,
            time: fix.time,
            sequence: fix.sequence,
            horizontalAccuracy: fix.accuracy,
            device: slot,
            line: UInt32(truncatingIfNeeded: lines)
        )
        notes.count(compact, isUsed: true)
        append(compact, battery: fix.battery)
    }
}
