internal import ArgumentParser
internal import Geofencing

/// How events or visits are written.
struct EventFormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How they are written. (default: by the output's extension, else ndjson)",
            valueName: "format"
        )
    )
    var format: TransitionFormat?

    /// The format of an output, by its extension where none was given.
    func of(output: String) -> TransitionFormat { format ?? TransitionFormat(path: output) }
}
