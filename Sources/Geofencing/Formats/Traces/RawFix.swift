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
                recovery: isSwapped ? "Check whether latitude and longitude are swapped." : rangeAdvice
            )
        }
        guard abs(longitude) <= 360 else {
            throw RecordProblem(
                .outOfRange,
                at: longitudeOffset,
                "the longitude \(longitude) is outside -360...360",
                recovery: abs(longitude) > 1000
                    ? rangeAdvice
                    : "Give degrees on WGS 84, -180 to 180; values up to ±360 are wrapped into that range."
            )
        }
        if abs(longitude) > 180 {
            longitude += longitude > 0 ? -360 : 360
            result.notes.wrappedLongitudes += 1
        }
    }
}

extension RawFix {
    /// What to do about a coordinate that is out of range, by the notation that it most likely has.
    private var rangeAdvice: String {
        let most = max(abs(latitude), abs(longitude))
        if most >= 1e6, latitude == latitude.rounded(), longitude == longitude.rounded() {
            return """
                Give degrees on WGS 84. Integers may be ten millionths of a degree, to be divided by 10000000, or the \
                semicircles of FIT, to be multiplied by 180 / 2^31.
                """
        }
        if abs(latitude) <= 9000, abs(longitude) <= 18_000, most > 1000, hasMinutes(latitude), hasMinutes(longitude) {
            return "Give degrees on WGS 84. If these are degrees and minutes as in NMEA, 5231.2 is 52 + 31.2 / 60."
        }
        return most > 1000
            ? "Give degrees on WGS 84. Meters of a map projection have to be converted first, to EPSG:4326."
            : "Give degrees on WGS 84."
    }

    /// Whether the last two digits before the decimal point, and what follows it, may be minutes.
    private func hasMinutes(_ value: Double) -> Bool { abs(value).truncatingRemainder(dividingBy: 100) < 60 }
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
