internal import ArgumentParser
internal import Geofencing

/// A point in time in the past: `90d` or `12h` ago, or a time.
struct ForgetLimit: ExpressibleByArgument, Sendable {
    /// The minimum age, in milliseconds: what watches and imports still work on is newer.
    static let minimumAge: Int64 = 3_600_000

    /// The point in time.
    let time: Timestamp

    /// Parses the limit. A number without a unit is a time, as in every option that takes one.
    init?(argument: String) {
        if let unit = argument.last, "dhms".contains(unit) {
            guard let period = Period(argument: argument) else { return nil }
            time = period.untilNow.lowerBound
        } else {
            guard let time = Timestamp(argument: argument) else { return nil }
            self.time = time
        }
    }

    /// Throws if the limit is too recent.
    func check() throws {
        guard time.unixMilliseconds > Timestamp.now.unixMilliseconds - Self.minimumAge else { return }
        throw ValidationError(
            "--before must be at least an hour ago, since watches and imports may still need newer data: give a longer period, such as 90d, or an earlier time."
        )
    }
}
