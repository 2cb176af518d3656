/// The form in which an option takes its value, for messages about a value that it does not take.
enum ValueForm {
    /// The forms, keyed by the value names in the help; for other values the message lists the choices.
    private static let forms = [
        "count": "a whole number, such as 4",
        "degrees": "degrees with decimals, such as 52.52 or -3.5",
        "limit": "how long ago, such as 90d or 12h, or a time, such as 2026-01-02T03:04:05Z",
        "meters": "a number of meters without a unit, such as 150 or 7.5",
        "number": "a whole number from 0 up, such as 7",
        "offset": "Z, or hours and minutes ahead of UTC, such as +02:00 or -0530",
        "percent": "a number from 0 to 100 without a percent sign, such as 80",
        "period":
            "a number followed by d, h, m or s, such as 30d, 12h, 90m or 45s, or just seconds, such as 600 or 0.5",
        "speed": "a number of meters per second without a unit, such as 40 or 2.5",
        "time": "ISO 8601 with a zone, such as 2026-01-02T03:04:05Z, or seconds or milliseconds since 1970",
    ]

    /// Returns a usage message completed with the expected form; `nil` if there is nothing to add.
    static func completing(_ message: String, arguments: [String]) -> String? {
        if let match = message.wholeMatch(of: /(?s:The value '.*') is invalid for '-[-a-z]+ <([a-z]+)>'/) {
            return forms[String(match.1)].map { "\(message): give \($0)." }
        }
        guard let match = message.wholeMatch(of: /Missing value for '(-[-a-z]+) <([a-z]+)>'/) else { return nil }
        let value = arguments.firstIndex(of: String(match.1)).flatMap { arguments[$0...].dropFirst().first } ?? ""
        if match.2 == "file" {
            guard value.hasPrefix("-"), value.contains(/[.\/]/) else { return nil }
            return "\(message): a path that begins with - is written ./\(value)."
        }
        guard let form = forms[String(match.2)] else { return nil }
        if value.prefixMatch(of: /-[0-9.]/) != nil {
            return "\(message): a value that begins with - is written \(match.1)=\(value)."
        }
        return "\(message): give \(form)."
    }
}
