internal import ArgumentParser
internal import Geofencing

/// How fixes become events.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How fixes become events; a geofence's own policy comes before this one.",
            discussion: """
                raw lets geometry alone decide. balanced takes arrivals easily, and departures only when they are clear and \
                last. probability goes by the share of the accuracy disc that is inside.
                """,
            valueName: "name"
        )
    )
    var policy = TransitionPolicy.balanced()

    @Option(
        help: ArgumentHelp("The share that probability takes for an arrival; 0.8 if not given.", valueName: "share")
    )
    var enterProbability: Double?

    @Option(
        help: ArgumentHelp("The share that probability takes for a departure; 0.2 if not given.", valueName: "share")
    )
    var exitProbability: Double?

    @Option(help: ArgumentHelp("Report a DWELL once a visit has lasted this many seconds.", valueName: "seconds"))
    var dwell: Double?

    @Option(
        help: ArgumentHelp(
            "Close visits, with the cause gap, when a device was silent for more than this many seconds.",
            valueName: "seconds"
        )
    )
    var staleAfter: Double?

    func validate() throws {
        for (name, seconds) in [("--dwell", dwell), ("--stale-after", staleAfter)] {
            guard let seconds, !(0.001...1e9).contains(seconds) else { continue }
            throw ValidationError("\(name) must be in 0.001...1e9 seconds, not \(seconds).")
        }
        guard enterProbability != nil || exitProbability != nil else { return }
        guard case .probability = policy else {
            throw ValidationError("--enter-probability and --exit-probability need --policy probability.")
        }
        guard (0.5...1).contains(enterProbability ?? 1), (0...0.5).contains(exitProbability ?? 0) else {
            throw ValidationError("--enter-probability must be in 0.5...1 and --exit-probability in 0...0.5.")
        }
    }

    /// The policy with its thresholds.
    var adjustedPolicy: TransitionPolicy {
        guard case .probability(var thresholds) = policy else { return policy }
        if let enterProbability { thresholds.enter = enterProbability }
        if let exitProbability { thresholds.exit = exitProbability }
        return .probability(thresholds)
    }
}
