/// The values of one record of a trace, before its device has a slot.
struct RawFix {
    /// Where the device's name stands, or an empty range.
    var device = 0..<0
    var time: Int64 = 0
    var latitude = Double.nan
    var longitude = Double.nan
    var accuracy = Float.nan
    var sequence = CompactFix.noSequence
    /// Unknown also where batteries are not read.
    var battery = BatteryCharge.unknown

    /// An accuracy as the engine wants it: missing, zero and negative are unknown.
    @inline(__always)
    static func accuracy(meters: Double) -> Float {
        let value = Float(meters)
        return value > 0 && value < .infinity ? value : .nan
    }

    /// Whether the coordinate needs no second look.
    @inline(__always)
    var isOrdinary: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    /// Checks the coordinate's range, and brings a longitude of up to a full turn into -180 ... 180.
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
                recovery: "Give degrees on WGS 84, -180 to 180; up to ±360 is taken around the Earth."
            )
        }
        if abs(longitude) > 180 {
            longitude += longitude > 0 ? -360 : 360
            result.wrappedLongitudes += 1
        }
    }
}

extension ParsedFixes {
    /// Adds a usable fix.
    @inline(__always)
    mutating func append(_ fix: RawFix, slot: UInt32) {
        if fix.latitude == 0, fix.longitude == 0 { nullIslands &+= 1 }
        append(
            CompactFix(
                latitude: fix.latitude,
                longitude: fix.longitude,
                time: fix.time,
                sequence: fix.sequence,
                horizontalAccuracy: fix.accuracy,
                device: slot,
                line: UInt32(truncatingIfNeeded: lines)
            ),
            battery: fix.battery
        )
    }

    /// Adds a record that is not used. `line` is its first line in the chunk, `record` where it stands.
    mutating func reject(_ problem: RecordProblem, line: Int, record: Range<Int>, of scanner: ByteScanner) {
        let text = scanner.withoutCarriageReturns(record)
        let offset = min(max(problem.offset, text.lowerBound), text.upperBound)
        rejected.append(
            RejectedRecord(
                reason: problem.reason,
                line: line,
                column: offset - text.lowerBound + 1,
                message: problem.message,
                recovery: problem.recovery,
                raw: scanner.bytes(
                    in: text.lowerBound..<min(text.upperBound, text.lowerBound + RejectedRecord.rawLimit)
                )
            )
        )
    }
}

extension RecordProblem {
    /// The record at `offset` is longer than a record may be.
    static func tooLong(at offset: Int, limit: Int = RecordReader.recordLimit) -> RecordProblem {
        RecordProblem(
            .lineTooLong,
            at: offset,
            "the record is longer than \(limit) bytes",
            recovery: "Check whether line ends are missing or a quote is not closed."
        )
    }

    /// The device's name at `offset` cannot be used.
    static func device(at offset: Int) -> RecordProblem {
        RecordProblem(
            .deviceID,
            at: offset,
            "the name is empty, longer than 256 bytes, not UTF-8 text, or has control characters",
            recovery: "Give each device, or point, a short name."
        )
    }

    /// The time at `offset` cannot be used.
    init(_ problem: TimeProblem, at offset: Int) {
        switch problem {
        case .empty:
            self.init(
                .missingValue,
                at: offset,
                "there is no time",
                recovery: "Give each fix the time of its measurement."
            )
        case .syntax:
            self.init(
                .timestamp,
                at: offset,
                "the time is neither an ISO 8601 date and time nor a number",
                recovery: "Write 2026-01-31T12:00:00Z, or seconds or milliseconds since 1970."
            )
        case .noSuchDate:
            self.init(
                .timestamp,
                at: offset,
                "there is no such date or time of day",
                recovery: "Check the order of year, month and day."
            )
        case .noZone:
            self.init(
                .timestamp,
                at: offset,
                "the time has no zone",
                recovery: "Add Z for UTC, or the offset as in +02:00; or say which it is by --utc-offset."
            )
        case .outOfRange:
            self.init(
                .timestamp,
                at: offset,
                "the time is too far from 1970: after the year 9999, or as long before",
                recovery: "Give seconds or milliseconds since 1970; microseconds are too fine."
            )
        }
    }
}
