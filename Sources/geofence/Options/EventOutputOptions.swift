internal import ArgumentParser
internal import Geofencing

/// Where the results of an evaluation go.
struct EventOutputOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where events go; - is standard output. A file appears when it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    @OptionGroup var format: EventFormatOption

    @Option(help: ArgumentHelp("Write the counts, the speed, latencies and memory to a JSON file.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write every record that was not used to an NDJSON file, with its reason.",
            valueName: "file"
        )
    )
    var rejects: String?

    @Option(
        help: ArgumentHelp(
            "Write the visits to a file: device, geofence, enter, exit, dwell, causes; CSV or NDJSON by its name.",
            valueName: "file"
        )
    )
    var visits: String?

    @Flag(
        help: "Write with each ENTER and EXIT what the policy saw: rule, distance, accuracy, fixes that speak for it."
    )
    var evidence = false

    func validate() throws {
        if visits == "-" { throw ValidationError("--visits needs a file; standard output is for the events.") }
    }

    /// The files that are written.
    var files: [NamedFile] {
        NamedFile.list("--output", [output]) + NamedFile.list("--report", [report])
            + NamedFile.list("--rejects", [rejects]) + NamedFile.list("--visits", [visits])
    }
}
