internal import ArgumentParser
internal import Geofencing

/// Which fixes to read, and how they count.
struct TraceOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of fixes, read one after another, of any trace format; - is standard input.",
            discussion: """
                CSV with a header, NDJSON, GPX, GeoLife, OwnTracks, Traccar or an Android phone's Google Timeline, packed with gzip \
                or not. CSV columns: device_id|device, timestamp|time|ts_unix_ms, latitude|lat, longitude|lon|lng, and if known \
                horizontal_accuracy|accuracy and seq. Times are ISO 8601, or epoch seconds or milliseconds.
                """,
            valueName: "file"
        )
    )
    var trace: [String] = []

    @OptionGroup var zone: ZoneOptions

    @Option(
        help: ArgumentHelp(
            "In which order a device's fixes count.",
            discussion: """
                time sorts each device's fixes where they are not in order; a repeat is not used. input takes them as they \
                come; an older one counts at the time of the one before it.
                """,
            valueName: "order"
        )
    )
    var order = FixOrder.time

    @Option(
        help: ArgumentHelp(
            "Take the traces for a stream, in which a fix may be older than its device's newest one by this: 30s, 10m.",
            discussion: """
                Fixes wait that long for each other and are not sorted as a whole; what is later is rejected: late. Memory \
                does not grow with the stream.
                """,
            valueName: "period"
        )
    )
    var maxLateness: Period?

    @Flag(help: "Stop at the first record that cannot be read, or at a warning about a geofence, with exit code 65.")
    var strict = false

    /// The options for reading and ordering the fixes, to evaluate or to explain them.
    var evaluation: TraceEvaluation.Options {
        var options = TraceEvaluation.Options()
        options.isStrict = strict
        options.utcOffset = zone.utcOffset
        options.maximumLateness = maxLateness?.milliseconds
        return options
    }

    /// Whether all fixes may have to be gathered and sorted.
    var mayBeSorted: Bool { order == .time && maxLateness == nil }

    /// Throws if there are no files.
    func require() throws {
        if trace.isEmpty { throw ValidationError("Missing expected argument '--trace <file> ...'") }
    }

    /// The files that are read.
    var named: [NamedFile] { NamedFile.list("--trace", trace) }

    func validate() throws {
        if maxLateness != nil, order == .input {
            throw ValidationError("--max-lateness puts fixes in order of time: leave out --order input.")
        }
    }
}
