extension Timestamp {
    /// Creates a time from text in a format that traces use.
    ///
    /// The text is ISO 8601 with a zone (`2026-01-01T10:00:00.25+01:00`), or a number since 1970, which counts seconds
    /// if it is below 1e11 in magnitude and milliseconds otherwise. The result is `nil` for any other text, and for a
    /// time after the year 9999.
    public init?(parsing text: String) {
        let count = text.utf8.count
        do throws(TimeProblem) {
            let time = try withScanner(of: text.utf8) { scanner throws(TimeProblem) in
                try scanner.time(unit: .bySize, to: count)
            }
            self.init(unixMilliseconds: time)
        } catch {
            return nil
        }
    }

    /// The time as ISO 8601 in UTC with milliseconds; `init(parsing:)` reads it back for the years 1 to 9999.
    public var iso8601: String {
        var text: [UInt8] = []
        text.append(iso8601: self)
        return String(decoding: text, as: UTF8.self)
    }
}
