internal import ArgumentParser

/// Where the results of an evaluation go.
struct EventOutputOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write the events; - is standard output. A file appears once it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    @OptionGroup var format: EventFormatOption

    @Option(help: ArgumentHelp("Write counts, speed, latencies and memory use to a JSON file.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write every record that was not used to an NDJSON file, with the reason.",
            valueName: "file"
        )
    )
    var rejects: String?

    @Option(
        help: ArgumentHelp(
            "Write the visits (device, geofence, enter, exit, dwell, causes) to a file: CSV if its name ends in .csv, else NDJSON.",
            valueName: "file"
        )
    )
    var visits: String?

    @Flag(
        help: "Add to each ENTER and EXIT what the policy saw: rule, distance, accuracy, and the fixes in favor of it."
    )
    var evidence = false

    /// The files that are written.
    var files: [NamedFile] {
        NamedFile.list("--output", [output]) + NamedFile.list("--report", [report])
            + NamedFile.list("--rejects", [rejects]) + NamedFile.list("--visits", [visits])
    }
}
