/// What a time most likely is if it is not the time that was meant.
package enum TimeDoubt: Sendable, Hashable {
    /// Days since 1899-12-30, as spreadsheets count them, read as seconds since 1970.
    case dayNumber
    /// A date and time of day in digits, 20260131120000, read as milliseconds since 1970.
    case digitsOfDate
    /// Seconds since 1970, read as milliseconds.
    case seconds
    /// The time of a clock that was never set.
    case unsetClock

    /// Creates a doubt about a time in milliseconds since 1970 that looks like that of a clock that was never set and
    /// was rejected as such.
    package init(about time: Int64, rejectedAs reason: Rejection) {
        self = TimeDoubt(misreadOf: time, rejectedAs: reason) ?? .unsetClock
    }

    /// Creates a doubt about a time that may be another number, misread as a time, and was rejected for what it then
    /// is; `nil` for any other time.
    init?(misreadOf time: Int64, rejectedAs reason: Rejection) {
        guard let doubt = TimeDoubt(misreadOf: time) else { return nil }
        switch (doubt, reason) {
        case (.dayNumber, .tooOld), (.digitsOfDate, .future), (.seconds, .impossibleSpeed): self = doubt
        default: return nil
        }
    }

    /// Creates a doubt about a time in milliseconds since 1970 that may be another number, misread as a time; `nil` for
    /// any other time.
    package init?(misreadOf time: Int64) {
        if Self.recentSeconds.contains(time) {
            self = .seconds
        } else if Self.dayNumbers.contains(time) {
            self = .dayNumber
        } else if Self.hasDigitsOfDate(time) {
            self = .digitsOfDate
        } else {
            return nil
        }
    }

    /// Returns what is wrong with the time.
    package func message(at time: Int64) -> String {
        switch self {
        case .dayNumber:
            "the time \(Double(time) / 1000), read as seconds since 1970, looks like the day number of a spreadsheet"
        case .digitsOfDate:
            "the time \(time), read as milliseconds since 1970, looks like a date and time without separators"
        case .seconds: "the time \(time), read as milliseconds since 1970, looks like seconds"
        case .unsetClock: "the time \(Timestamp(unixMilliseconds: time).iso8601) is from a clock that was never set"
        }
    }

    /// What is wrong with all times of a run.
    package var messageAboutAll: String {
        switch self {
        case .dayNumber:
            "the fixes are from 1970-01-01, as if their times were day numbers of a spreadsheet, read as seconds"
        case .digitsOfDate:
            "the fixes are from after the year 2500, as if their times were dates without separators"
        case .seconds:
            "the fixes are from the first months of 1970, as if their times were seconds, read as milliseconds"
        case .unsetClock: "the fixes are from clocks that were never set"
        }
    }

    /// What to do about it.
    package var recovery: String {
        switch self {
        case .dayNumber:
            """
            Export the column as ISO 8601, 2026-01-31T12:00:00Z, or as seconds since 1970: (days - 25569) * 86400 for a time in \
            UTC. If the record has a time on 1970-01-01 as text, check the device's clock.
            """
        case .digitsOfDate: "Export the column as ISO 8601, 2026-01-31T12:00:00Z."
        case .seconds: "Name the column or key timestamp: what ends in _ms is in milliseconds."
        case .unsetClock: "Check the device's clock."
        }
    }

    /// The range from 2001 to 2286, in seconds since 1970; as milliseconds, these are in the first months of 1970.
    private static var recentSeconds: Range<Int64> { 1_000_000_000..<10_000_000_000 }

    /// The range from 1954 to 2119, in thousandths of a day.
    private static var dayNumbers: Range<Int64> { 20_000_000..<80_000_000 }

    /// Returns whether a number is written like 20260131120000, with a year from 1900 to 2099.
    private static func hasDigitsOfDate(_ number: Int64) -> Bool {
        func pair(_ place: Int64) -> Int64 { number / place % 100 }
        return (19...20).contains(number / 1_000_000_000_000) && (1...12).contains(pair(100_000_000))
            && (1...31).contains(pair(1_000_000)) && pair(10_000) < 24 && pair(100) < 60 && pair(1) < 60
    }
}
