/// Why a fix was not used. The raw value is the reason's name in reports and rejects files.
public enum Rejection: String, Sendable, Hashable, CaseIterable {
    /// The record does not follow its format's grammar.
    case syntax
    /// The input ended in the middle of the record.
    case truncated
    /// The record is longer than a record may be.
    case lineTooLong = "line_too_long"
    /// The record has fewer or more columns than the header.
    case columnCount = "column_count"
    /// The record lacks a required value.
    case missingValue = "missing_value"
    /// The device's name is empty, too long or not text.
    case deviceID = "device_id"
    /// The time is not a number or date that exists.
    case timestamp
    /// A latitude or longitude is not a finite number.
    case coordinate
    /// A latitude beyond ±90 or a longitude beyond ±360.
    case outOfRange = "out_of_range"
    /// Latitude 0, longitude 0: where receivers without a position like to be.
    case nullIsland = "null_island"
    /// The fix is later than any may be.
    case future
    /// The fix is earlier than any may be.
    case tooOld = "too_old"
    /// Nothing moves as fast as the device would have had to.
    case impossibleSpeed = "impossible_speed"
    /// The fix is coarser than was asked for.
    case inaccurate
    /// The fix is older than the device's last one.
    case late
    /// The fix was seen before.
    case duplicate
    /// The device was somewhere else at the same time.
    case conflicting
}
