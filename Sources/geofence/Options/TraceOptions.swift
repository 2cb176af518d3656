internal import ArgumentParser
internal import Geofencing

/// Which fixes to read, and how they count.
struct TraceOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Trace files in any format, read one after another; - is standard input.",
            discussion: """
                CSV with a header, JSON, GeoJSON, GPX, GeoLife, OwnTracks, Traccar or Google Timeline, plain or \
                compressed with gzip. CSV columns: device_id|device, timestamp|time|ts_unix_ms, latitude|lat, longitude|lon|lng \
                and, if known, horizontal_accuracy|accuracy and seq. Times are ISO 8601, epoch seconds or epoch milliseconds.
                """,
            valueName: "file"
        )
    )
    var trace: [String] = []

    @OptionGroup var zone: ZoneOptions

    @Option(
        help: ArgumentHelp(
            "The order in which a device's fixes count.",
            discussion: """
                time sorts each device's fixes if they are out of order; repeats are not used. input takes them as they come; \
                one that is older counts at the time of the one before it.
                """,
            valueName: "order"
        )
    )
    var order = FixOrder.time

    @Option(
        help: ArgumentHelp(
            "Treat the traces as a stream in which a fix may be this much older than its device's newest one: 30s, 10m.",
            discussion: """
                Fixes wait that long for each other instead of being sorted as a whole; later ones are rejected as late. Memory \
                use does not grow with the stream.
                """,
            valueName: "period"
        )
    )
    var maxLateness: Period?

    @Flag(help: "Stop with exit code 65 at the first record that cannot be read, or at a warning about a geofence.")
    var strict = false

    /// The options for reading and ordering the fixes, to evaluate or to explain them.
    var evaluation: TraceEvaluation.Options {
        var options = TraceEvaluation.Options()
        options.isStrict = strict
        options.maximumLateness = maxLateness?.milliseconds
        return options
    }

    /// The files, to be read.
    var files: [TraceFile] { trace.map { TraceFile(path: $0, utcOffset: zone.utcOffset) } }

    /// Whether all fixes may have to be gathered and sorted.
    var mayBeSorted: Bool { order == .time && maxLateness == nil }

    /// Throws if there are no files.
    func require() throws {
        if trace.isEmpty { throw ValidationError("Missing expected argument '--trace <file> ...'") }
    }

    /// The files and the option that names them.
    var named: [NamedFile] { NamedFile.list("--trace", trace) }

    func validate() throws {
        if maxLateness != nil, order == .input {
            throw ValidationError("--max-lateness puts fixes in order of time: leave out --order input.")
        }
    }
}
