internal import ArgumentParser
internal import Geofencing

/// What to infer between fixes.
struct PassThroughOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Infer an ENTER and an EXIT for each geofence that lies on the straight way between two fixes.",
            discussion: """
                The way is straight in longitude and latitude, and the events have the times at which it crosses the boundary \
                and "inferred": true. Policies other than raw ask for ends that are clearly outside and for a way that one fix \
                inside would have been an arrival. --max-speed and --max-segment-gap say up to where two fixes make a way.
                """
        )
    )
    var passThrough = false

    @Option(
        help: ArgumentHelp(
            "The longest time in seconds between two fixes that --pass-through connects.",
            valueName: "seconds"
        )
    )
    var maxSegmentGap = 600.0

    func validate() throws {
        guard maxSegmentGap >= 0.001, maxSegmentGap <= 1e12 else {
            throw ValidationError("--max-segment-gap must be in 0.001...1e12, not \(maxSegmentGap).")
        }
    }

    /// - Parameter speed: The speed that no device exceeds; `nil` for 150 m/s.
    func limits(maximumMetersPerSecond speed: Double?) -> PassThrough? {
        guard passThrough else { return nil }
        return PassThrough(maximumGap: maxSegmentGap, maximumMetersPerSecond: speed ?? 150)
    }
}
