internal import ArgumentParser
internal import Geofencing

/// Which moment of a trace to explain.
struct MomentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The fixes around this time.", valueName: "time"))
    var at: Timestamp?

    @Option(
        help: ArgumentHelp("The fixes around this event, by the id that evaluate and events give it.", valueName: "id")
    )
    var event: String?

    @Option(help: ArgumentHelp("All fixes from this time on.", valueName: "time"))
    var from: Timestamp?

    @Option(help: ArgumentHelp("All fixes up to this time.", valueName: "time"))
    var to: Timestamp?

    func validate() throws {
        let ways = [at != nil, event != nil, from != nil || to != nil]
        guard ways.count(where: \.self) <= 1 else {
            throw ValidationError("Give one of --at, --event, and --from with --to.")
        }
        try Timestamp.check(from: from, to: to)
    }
}
