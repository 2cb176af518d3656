internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// A length of time as `30d`, `12h`, `90m` or `45s`.
struct Period: ExpressibleByArgument, Sendable {
    let milliseconds: Int64

    init?(argument: String) {
        let units: [Character: Int64] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()),
            (1...100_000_000).contains(count)
        else { return nil }
        milliseconds = count * unit
    }

    /// When it began, if it ends now.
    var start: Timestamp { Timestamp(unixMilliseconds: Timestamp.now.unixMilliseconds - milliseconds) }
}

extension Timestamp {
    /// The present.
    static var now: Timestamp { Timestamp(unixMilliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
