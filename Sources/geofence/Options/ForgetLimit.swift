internal import ArgumentParser
internal import Geofencing

/// A time up to now, as `90d` or `12h` ago or as itself.
struct ForgetLimit: ExpressibleByArgument, Sendable {
    /// How long ago it is at least, in milliseconds: what watches and imports still work on is newer.
    static let leastAge: Int64 = 3_600_000

    /// The time.
    let time: Timestamp

    /// A number without a unit is a time, as where any option takes one.
    init?(argument: String) {
        if let unit = argument.last, "dhms".contains(unit) {
            guard let period = Period(argument: argument) else { return nil }
            time = period.untilNow.lowerBound
        } else {
            guard let time = Timestamp(argument: argument) else { return nil }
            self.time = time
        }
    }

    /// Refuses what is too recent.
    func check() throws {
        guard time.unixMilliseconds > Timestamp.now.unixMilliseconds - Self.leastAge else { return }
        throw ValidationError(
            "--before must be at least an hour ago, as watches and imports may still need what is newer: give a longer period or an earlier time, such as 90d."
        )
    }
}
