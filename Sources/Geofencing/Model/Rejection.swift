/// The reason why a fix was not used. The raw value is the reason's name in reports and rejects files.
public enum Rejection: String, Sendable, Hashable, Codable, CaseIterable {
    /// The record does not follow its format's grammar.
    case syntax
    /// The input ended in the middle of the record.
    case truncated
    /// The record exceeds the length limit.
    case lineTooLong = "line_too_long"
    /// The record has fewer or more columns than the header.
    case columnCount = "column_count"
    /// The record lacks a required value.
    case missingValue = "missing_value"
    /// The device's name is empty, too long or not text.
    case deviceID = "device_id"
    /// The time is not a number or not an existing date.
    case timestamp
    /// A latitude or longitude is not a finite number.
    case coordinate
    /// A latitude beyond ±90, or a longitude beyond the limit: ±360 in a trace, which brings longitudes up to that into
    /// range, and ±180 in a `Fix`.
    case outOfRange = "out_of_range"
    /// Latitude 0 and longitude 0, which receivers report when they have no position.
    case nullIsland = "null_island"
    /// The fix is later than the limit.
    case future
    /// The fix is earlier than the limit.
    case tooOld = "too_old"
    /// The device would have had to move faster than the limit.
    case impossibleSpeed = "impossible_speed"
    /// The accuracy of the fix is worse than the limit.
    case inaccurate
    /// The fix is older than the device's last one.
    case late
    /// The fix was seen before.
    case duplicate
    /// The device was at another position at the same time.
    case conflicting
}

extension Rejection: CustomStringConvertible {
    /// The name in reports and rejects files.
    public var description: String { rawValue }
}
