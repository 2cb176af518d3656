extension Rejection {
    /// What is wrong with a fix that was read well, and what to do about it; `nil` of a record that could not be read.
    ///
    /// - Parameter time: The fix's, in milliseconds since 1970.
    func advice(at time: Int64) -> (message: String, recovery: String)? { misreading(of: time) ?? advice }

    /// What is wrong with a time that a clock shows which was never set, and what to do about it.
    ///
    /// - Parameter time: In milliseconds since 1970.
    package func doubt(about time: Int64) -> (message: String, recovery: String) {
        misreading(of: time)
            ?? (
                message: "the time \(Timestamp(unixMilliseconds: time).iso8601) is that of a clock that was never set",
                recovery: "Check the device's clock."
            )
    }

    /// The same of a time that may be another number that was read as one; `nil` of any other.
    private func misreading(of time: Int64) -> (message: String, recovery: String)? {
        switch self {
        case .tooOld where Self.dayNumbers.contains(time):
            (
                "the time \(Double(time) / 1000), which is seconds after 1970 began, looks like the day number of a spreadsheet",
                """
                Export the column as ISO 8601, 2026-01-31T12:00:00Z, or as seconds since 1970, which are (days - 25569) * 86400 for a \
                time in UTC. Where the record has a time of 1970-01-01 as text, check the device's clock.
                """
            )
        case .future where Self.hasDigitsOfDate(time):
            (
                "the time \(time), which is milliseconds since 1970, looks like a date and time of day without what stands between",
                "Export the column as ISO 8601, 2026-01-31T12:00:00Z."
            )
        default: nil
        }
    }

    /// Days since 1899-12-30 as spreadsheets count them, from 1954 to 2119, as if they were seconds since 1970.
    private static var dayNumbers: Range<Int64> { 20_000_000..<80_000_000 }

    /// Whether a number is written like 20260131120000, of a year from 1900 to 2099.
    private static func hasDigitsOfDate(_ number: Int64) -> Bool {
        func pair(_ place: Int64) -> Int64 { number / place % 100 }
        return (19...20).contains(number / 1_000_000_000_000) && (1...12).contains(pair(100_000_000))
            && (1...31).contains(pair(1_000_000)) && pair(10_000) < 24 && pair(100) < 60 && pair(1) < 60
    }

    /// The same of a fix of any time.
    var advice: (message: String, recovery: String)? {
        switch self {
        case .nullIsland:
            ("the fix is at latitude 0, longitude 0", "Use --null-island use if the device was there.")
        case .future:
            ("the fix is later than --latest, or of a clock that was never set", "Check the device's clock.")
        case .tooOld:
            ("the fix is earlier than --earliest, or of a clock that was never set", "Check the device's clock.")
        case .impossibleSpeed:
            ("the device would have moved faster than --reject-speed", "Give a higher speed if it can be.")
        case .inaccurate: ("the fix is coarser than --reject-accuracy", "Give a larger accuracy to use it.")
        case .late: ("the fix is older than the device's last one", "Give a larger --max-lateness, or sort the input.")
        case .conflicting:
            (
                "the device has another place at the same time",
                "Nothing: the most accurate fix is used; in a watch the first, unless --max-lateness lets it wait for others."
            )
        case .duplicate: ("the fix was seen before", "Nothing: a repeat changes nothing.")
        case .syntax, .truncated, .lineTooLong, .columnCount, .missingValue, .deviceID, .timestamp, .coordinate,
            .outOfRange:
            nil
        }
    }
}
