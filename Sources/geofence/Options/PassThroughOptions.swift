internal import ArgumentParser
internal import Geofencing

/// What to infer between fixes.
struct PassThroughOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Infer an ENTER and an EXIT for each geofence that the straight path between two fixes passes through.",
            discussion: """
                The path is straight in longitude and latitude; the events have the times at which it crosses the boundary, and \
                "inferred": true. Policies other than raw also require that one end is clearly outside, and that a single fix on \
                the path inside would have been an arrival. --max-speed and --max-segment-gap limit which fixes are connected.
                """
        )
    )
    var passThrough = false

    @Option(
        help: ArgumentHelp(
            "The longest time between two fixes for which the path counts as straight, in seconds or as 10m. (default: 10m)",
            discussion: """
                Within it, a crossing has the time at which that path meets the boundary, and --pass-through connects the fixes. \
                A crossing in a longer gap has the time of the first fix on the new side.
                """,
            valueName: "period"
        )
    )
    var maxSegmentGap: Period?

    @Option(
        help: ArgumentHelp(
            "The highest speed of any device, in m/s. (default: 150 for --pass-through, 50 for evaluate --thin safe-radius)",
            discussion: "Only these two use it. To reject fixes that are too fast, give --reject-speed.",
            valueName: "speed"
        )
    )
    var maxSpeed: Numeral<Double>?

    func validate() throws {
        if let maxSpeed = maxSpeed?.value, maxSpeed <= 0 {
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
            "--max-speed works only with --pass-through and evaluate --thin safe-radius. To reject fixes that are too fast, give --reject-speed."
        )
    }

    /// The limits within which a passage is inferred; `nil` if none is.
    var rule: PassThrough? {
        guard passThrough else { return nil }
        return maxSpeed.map { PassThrough(maximumMetersPerSecond: $0.value) } ?? PassThrough()
    }
}
