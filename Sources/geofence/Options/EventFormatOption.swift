internal import ArgumentParser
internal import Geofencing

/// How events or visits are written.
struct EventFormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output format. (default: by the output's extension, else ndjson)",
            valueName: "format"
        )
    )
    var format: TransitionFormat?

    /// Returns the format of an output, determined by its extension if no format was given.
    func of(output: String) -> TransitionFormat { format ?? TransitionFormat(path: output) }
}

extension TransitionFormat {
    /// Creates the format that a file's name implies.
    init(path: String) { self = path.lowercased().hasSuffix(".csv") ? .csv : .ndjson }
}
