internal import ArgumentParser
internal import Geofencing

/// What to infer between fixes.
struct PassThroughOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Infer an ENTER and an EXIT for each geofence that lies on the straight way between two fixes.",
            discussion: """
                The way is straight in longitude and latitude, and the events have the times at which it crosses the boundary \
                and "inferred": true. Policies other than raw ask for an end that is clearly outside, and for a way on which one \
                fix inside would have been an arrival. --max-speed and --max-segment-gap say up to where two fixes make a way.
                """
        )
    )
    var passThrough = false

    @Option(
        help: ArgumentHelp(
            "The longest time between two fixes whose way counts as straight, in seconds or as 10m. (default: 10m)",
            discussion: """
                Only then a crossing has the time at which that way passes the boundary, and --pass-through connects them. A \
                crossing in a longer gap has the time of the first fix on the new side.
                """,
            valueName: "period"
        )
    )
    var maxSegmentGap: Period?

    @Option(
        help: ArgumentHelp(
            "The speed in m/s that no device exceeds. (default: 150 for --pass-through, 50 for evaluate --thin safe-radius)",
            discussion: "It counts for these two alone. It refuses no fixes: --reject-speed does.",
            valueName: "speed"
        )
    )
    var maxSpeed: Double?

    func validate() throws {
        if let maxSpeed, !(maxSpeed > 0 && maxSpeed.isFinite) {
            throw ValidationError("--max-speed must be more than 0, not \(maxSpeed).")
        }
        try Period.check([("--max-segment-gap", maxSegmentGap)], in: 1...Period.longest)
    }

    /// Throws if a speed was given that no option uses.
    ///
    /// - Parameter thinning: The thinning rule, which also uses the speed if it is by safe radius.
    func requireUse(orOf thinning: ThinningKind? = nil) throws {
        guard maxSpeed != nil, !passThrough, thinning != .safeRadius else { return }
        throw ValidationError(
            "--max-speed is for --pass-through and evaluate --thin safe-radius. To refuse fixes that are too fast give --reject-speed."
        )
    }

    /// The limits within which a passage is inferred; `nil` if none is.
    var rule: PassThrough? {
        guard passThrough else { return nil }
        return maxSpeed.map { PassThrough(maximumMetersPerSecond: $0) } ?? PassThrough()
    }
}
