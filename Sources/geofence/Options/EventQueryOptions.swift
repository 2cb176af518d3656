internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Which events or visits of a store, and how they are written.
struct EventQueryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only those of this device.", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("Only those of this geofence.", valueName: "id"))
    var geofence: String?

    @Option(
        help: ArgumentHelp(
            "Only those of the last days, hours, minutes or seconds until now: 30d, 12h. Visits that ended in them, or are open.",
            valueName: "period"
        )
    )
    var last: Period?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where the lines go; - is standard output. A file appears when it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "How the lines are written. (default: by the output's extension, else ndjson)",
            valueName: "format"
        )
    )
    var format: TransitionFormat?

    /// Refuses to write the lines over the store.
    func check(store: StoreOptions) throws {
        try FilePaths.check(NamedFile.list("--output", [output]), from: store.named)
    }

    var outputFormat: TransitionFormat { format ?? TransitionFormat(path: output) }

    var query: EventQuery {
        EventQuery(
            device: device.map { DeviceID($0) },
            geofence: geofence.map { Geofence.ID($0) },
            since: last?.start
        )
    }
}
