internal import ArgumentParser
internal import Geofencing

/// Which moment of a trace to explain.
struct MomentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Show the fixes around this time.", valueName: "time"))
    var at: Timestamp?

    @Option(
        help: ArgumentHelp(
            "Show the fixes around this event, given by its id in the output of evaluate or events.",
            valueName: "id"
        )
    )
    var event: String?

    @Option(help: ArgumentHelp("Show all fixes from this time on.", valueName: "time"))
    var from: Timestamp?

    @Option(help: ArgumentHelp("Show all fixes up to this time.", valueName: "time"))
    var to: Timestamp?

    func validate() throws {
        let ways = [at != nil, event != nil, from != nil || to != nil]
        guard ways.count(where: \.self) <= 1 else {
            throw ValidationError("Give only one of --at, --event, or --from and --to.")
        }
        try Timestamp.check(from: from, to: to)
    }
}
