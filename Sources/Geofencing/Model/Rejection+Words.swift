extension Rejection {
    /// What is wrong with a fix or record that is rejected for this reason, as one sentence without a final period.
    ///
    /// `RejectedTraceRecord.message` says of a record that could not be read what exactly is wrong with it.
    public var message: String {
        switch self {
        case .syntax: "the record does not follow the grammar of its format"
        case .truncated: "the input ended in the middle of the record"
        case .lineTooLong: "the record is too long"
        case .columnCount: "the record has fewer or more columns than the header"
        case .missingValue: "the record lacks a required value"
        case .deviceID: "the name of the device is empty, too long or not text"
        case .timestamp: "the time is not a number or not an existing date"
        case .coordinate: "a latitude or longitude is not a finite number"
        case .outOfRange: "a latitude or longitude is out of range"
        case .nullIsland: "the fix is at latitude 0, longitude 0"
        case .future: "the fix is later than the limit, or from a clock that was never set"
        case .tooOld: "the fix is earlier than the limit, or from a clock that was never set"
        case .impossibleSpeed: "the device would have moved faster than the limit"
        case .inaccurate: "the fix is less accurate than the limit"
        case .late: "the fix is older than the device's last one"
        case .duplicate: "the fix was seen before"
        case .conflicting: "the device has another fix at the same time, in another place"
        }
    }

    /// What to do about it, as one sentence.
    public var recoverySuggestion: String {
        switch self {
        case .syntax, .truncated, .lineTooLong, .columnCount, .missingValue:
            "Correct the record, or the program that wrote it."
        case .deviceID: "Give the device a name of 1 to 256 bytes of UTF-8 without control characters."
        case .timestamp: "Write 2026-01-31T12:00:00Z, or seconds or milliseconds since 1970."
        case .coordinate, .outOfRange: "Give a latitude in -90...90 and a longitude in -180...180."
        case .nullIsland: "Set `FixLimits.rejectsNullIsland` to false if the device was there."
        case .future: "Check the device's clock, and `FixLimits.latest`."
        case .tooOld: "Check the device's clock, and `FixLimits.earliest`."
        case .impossibleSpeed: "Raise `FixLimits.maximumMetersPerSecond` if the device can go that fast."
        case .inaccurate: "Raise `FixLimits.maximumAccuracy` to use the fix."
        case .late: "Give each device's fixes in order of time; a `FixReorderer` puts a stream in order."
        case .duplicate: "No action needed: a repeat changes nothing."
        case .conflicting: "No action needed: one fix of the device at that time is used."
        }
    }
}
