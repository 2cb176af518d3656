internal import ArgumentParser
internal import Geofencing

/// What to do with suspect fixes.
enum SuspectWish: String, ExpressibleByArgument, CaseIterable {
    case use, reject
}

/// Which fixes to reject.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What becomes of fixes at latitude 0, longitude 0. (default: use under raw, else reject)",
            valueName: "wish"
        )
    )
    var nullIsland: SuspectWish?

    @Option(
        help: ArgumentHelp(
            "What becomes of fixes of clocks that were never set. (default: use under raw, else reject)",
            discussion:
                """
                These tell of 1970-01-01, where they count from, of the day before, of 1980-01-06, where GPS time counts from, \
                or of times from 2080-01-06 on.
                """,
            valueName: "wish"
        )
    )
    var unsetClock: SuspectWish?

    @Option(
        help: ArgumentHelp(
            "Do not use a fix that means a higher speed than this, in m/s; 0 for any. (default: 0 under raw, else 340)",
            valueName: "speed"
        )
    )
    var rejectSpeed: Double?

    @Option(help: ArgumentHelp("Do not use fixes with a larger accuracy radius in meters.", valueName: "meters"))
    var rejectAccuracy: Double?

    @Option(help: ArgumentHelp("Do not use fixes before this time.", valueName: "time"))
    var earliest: Timestamp?

    @Option(help: ArgumentHelp("Do not use fixes after this time.", valueName: "time"))
    var latest: Timestamp?

    func validate() throws {
        if let rejectSpeed, !(0...1e9).contains(rejectSpeed) {
            throw ValidationError("--reject-speed must be 0 to 1e9, not \(rejectSpeed).")
        }
        if let rejectAccuracy, !(0.001...1e9).contains(rejectAccuracy) {
            throw ValidationError("--reject-accuracy must be 0.001 to 1e9, not \(rejectAccuracy).")
        }
        if let earliest, let latest, latest < earliest {
            throw ValidationError("--latest must not be before --earliest.")
        }
    }

    /// Returns the standard limits of a policy, changed as requested.
    func limits(for policy: TransitionPolicy) -> FixLimits {
        var limits = EventRules(policy: policy).limits
        if let nullIsland { limits.rejectsNullIsland = nullIsland == .reject }
        if let unsetClock { limits.rejectsUnsetClocks = unsetClock == .reject }
        if let rejectSpeed { limits.maximumMetersPerSecond = rejectSpeed > 0 ? rejectSpeed : nil }
        if let rejectAccuracy { limits.maximumAccuracy = .meters(rejectAccuracy) }
        if let earliest { limits.earliest = earliest }
        if let latest { limits.latest = latest }
        return limits
    }
}
