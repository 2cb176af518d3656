internal import ArgumentParser
internal import Geofencing

/// How to compute; the results are the same whatever is chosen.
struct EngineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The index to use; all of them give the same answers.", valueName: "index"))
    var engine = EngineKind.cells

    @OptionGroup var threads: ThreadOptions

    /// Returns an engine that computes as chosen, with geofences that have been checked.
    func makeEngine(
        _ geofences: [Geofence],
        _ rules: EventRules = EventRules()
    ) throws(GeofenceError) -> GeofenceEngine {
        try GeofenceEngine(checked: geofences, rules: rules, engine: engine, threads: threads.count)
    }
}
