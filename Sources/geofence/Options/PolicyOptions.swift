internal import ArgumentParser
internal import Geofencing

/// How fixes become events.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How fixes become events; a geofence's own policy takes precedence over this one. (default: balanced)",
            discussion: """
                raw decides by geometry alone. balanced accepts arrivals easily, but departures only if they are clear and last. \
                probability decides by the share of the accuracy disc that is inside. A file names one of these and sets its \
                thresholds: {"policy": "balanced", "exit_fixes": 3}.
                """,
            valueName: "policy"
        )
    )
    var policy: PolicyChoice?

    @Option(
        help: ArgumentHelp(
            "Report a DWELL once a visit has lasted this long, in seconds or as 5m. (default: from the policy file, if any)",
            valueName: "period"
        )
    )
    var dwell: Period?

    @Option(
        help: ArgumentHelp(
            "Close visits, with the cause gap, when a device has been silent for longer than this, in seconds or as 15m. (default: from the policy file, if any)",
            valueName: "period"
        )
    )
    var staleAfter: Period?

    /// The files that are read.
    var named: [NamedFile] { NamedFile.list("--policy", [policy?.path]) }

    /// The allowed length of a dwell or a silence, in milliseconds.
    static let periods: ClosedRange<Int64> = 1...1_000_000_000_000

    func validate() throws {
        try Period.check([("--dwell", dwell), ("--stale-after", staleAfter)], in: Self.periods)
    }

    /// Returns the rules for events; an option takes precedence over the policy's file.
    ///
    /// - Parameter standard: The policy to use if none is given.
    func rules(
        order: FixOrder = .time,
        limits: LimitOptions,
        passing: PassThroughOptions,
        standard: TransitionPolicy = .balanced()
    ) throws(GeofenceError) -> EventRules {
        var settings = try policy?.settings() ?? PolicySettings(standard)
        if let dwell { settings.dwell = dwell.duration }
        if let staleAfter { settings.staleAfter = staleAfter.duration }
        return EventRules(settings, order: order, limits: limits, passing: passing)
    }
}

extension EventRules {
    /// Creates the rules of the verbs that make events.
    ///
    /// - Parameter settings: The contents of the policy's file, or the named policy alone.
    init(_ settings: PolicySettings, order: FixOrder, limits: LimitOptions, passing: PassThroughOptions) {
        self.init(
            policy: settings.policy,
            order: order,
            dwell: settings.dwell,
            staleAfter: settings.staleAfter,
            limits: limits.limits(for: settings.policy),
            passThrough: passing.rule,
            maximumSegmentGap: passing.maxSegmentGap?.duration ?? EventRules().maximumSegmentGap
        )
    }
}
