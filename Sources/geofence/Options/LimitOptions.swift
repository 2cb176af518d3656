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
            "What to do with fixes at latitude 0, longitude 0. (default: use under raw, else reject)",
            valueName: "action"
        )
    )
    var nullIsland: SuspectWish?

    @Option(
        help: ArgumentHelp(
            "What to do with fixes of clocks that were never set. (default: use under raw, else reject)",
            discussion:
                """
                These have times on 1970-01-01, where such clocks start, or the day before; on 1980-01-06, where GPS time \
                starts; or from 2080-01-06 on.
                """,
            valueName: "action"
        )
    )
    var unsetClock: SuspectWish?

    @Option(
        help: ArgumentHelp(
            "Reject fixes that imply a higher speed than this, in m/s; 0 for no limit. (default: 0 under raw, else 340)",
            valueName: "speed"
        )
    )
    var rejectSpeed: Numeral<Double>?

    @Option(help: ArgumentHelp("Reject fixes with a larger accuracy radius than this.", valueName: "meters"))
    var rejectAccuracy: Numeral<Double>?

    @Option(help: ArgumentHelp("Reject fixes before this time.", valueName: "time"))
    var earliest: Timestamp?

    @Option(help: ArgumentHelp("Reject fixes after this time.", valueName: "time"))
    var latest: Timestamp?

    func validate() throws {
        if let rejectSpeed = rejectSpeed?.value, !(0...1e9).contains(rejectSpeed) {
            throw ValidationError("--reject-speed must be 0 to 1e9, not \(rejectSpeed).")
        }
        if let rejectAccuracy = rejectAccuracy?.value, !(0.001...1e9).contains(rejectAccuracy) {
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
        if let rejectSpeed = rejectSpeed?.value { limits.maximumMetersPerSecond = rejectSpeed > 0 ? rejectSpeed : nil }
        if let rejectAccuracy = rejectAccuracy?.value { limits.maximumAccuracy = .meters(rejectAccuracy) }
        if let earliest { limits.earliest = earliest }
        if let latest { limits.latest = latest }
        return limits
    }
}
