internal import ArgumentParser
internal import Geofencing

/// A length of time, written as `30d`, `12h`, `1.5m` or `45s`, or in seconds.
struct Period: ExpressibleByArgument, Sendable {
    let milliseconds: Int64
    /// The text as it was given.
    private let text: String

    /// Parses a period, rounding to the nearest millisecond; one that is longer than any counts as the longest.
    init?(argument: String) {
        let units = ["d": 86_400_000.0, "h": 3_600_000, "m": 60_000, "s": 1000, "": 1000]
        guard let match = argument.wholeMatch(of: /(.*?)([dhms]?)/), let unit = units[String(match.2)],
            let count = Double(parsing: match.1.utf8), count >= 0
        else { return nil }
        milliseconds = Int64(min(count * unit, Double(Self.longest)).rounded())
        text = argument
    }

    /// The longest period, in milliseconds: 31,000 years, more than lie between any two times that are read.
    static let longest: Int64 = 1_000_000_000_000_000

    /// Throws if the value of an option is outside the limits, which are in milliseconds.
    static func check(_ options: [(name: String, value: Period?)], in limits: ClosedRange<Int64>) throws {
        for (name, value) in options {
            guard let value, !limits.contains(value.milliseconds) else { continue }
            func seconds(_ milliseconds: Int64) -> String { Quantity.shortest(Double(milliseconds) / 1000) }
            throw ValidationError(
                "\(name) must be in \(seconds(limits.lowerBound))...\(seconds(limits.upperBound)) seconds, not \(value.text)."
            )
        }
    }

    var duration: Duration { .milliseconds(milliseconds) }

    /// The period of this length that ends now.
    var untilNow: ClosedRange<Timestamp> {
        let now = Timestamp.now
        return Timestamp(unixMilliseconds: now.unixMilliseconds - milliseconds)...now
    }
}
