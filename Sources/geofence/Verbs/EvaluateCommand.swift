internal import ArgumentParser
internal import Geofencing

/// How fixes become transitions.
enum TransitionPolicy: String, ExpressibleByArgument, CaseIterable {
    /// Geometry alone decides.
    case raw
}

struct EvaluateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Find out who entered and left which geofence when.",
        discussion: """
            Reads geofences and traces, and writes one event for each ENTER and EXIT, in order of time, then device, then \
            EXIT before ENTER, then geofence. A summary goes to standard error. Records that cannot be used are \
            skipped and counted by reason; see --rejects and --strict.

              geofence evaluate --fences stops.geojson --trace monday.csv tuesday.csv.gz --output events.csv
              zcat traces/*.gz | geofence evaluate --fences stops.geojson --trace - --report report.json > events.ndjson
              geofence evaluate --fences zones.geojson --repair --trace buses.csv --rejects rejects.ndjson
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of fixes, read one after another: CSV with a header, or NDJSON; - is standard input.",
            discussion: """
                CSV columns: device_id|device, timestamp|time|ts_unix_ms, latitude|lat, longitude|lon|lng, and if known \
                horizontal_accuracy|accuracy and seq. Times are ISO 8601 with a zone, or epoch seconds or milliseconds.
                """,
            valueName: "file"
        )
    )
    var trace: [String]

    @Option(help: ArgumentHelp("How fixes become events: raw lets geometry alone decide.", valueName: "name"))
    var policy = TransitionPolicy.raw

    @Option(
        help: ArgumentHelp(
            "In which order a device's fixes count.",
            discussion: """
                time sorts each device's fixes where they are not in order; a repeat is not used. input takes them as they \
                come, older ones too.
                """,
            valueName: "order"
        )
    )
    var order = FixOrder.time

    @Flag(help: "Stop at the first record that cannot be used, or at a warning about a geofence, with exit code 65.")
    var strict = false

    @OptionGroup(title: "Results") var output: EventOutputOptions

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    func validate() throws {
        if trace.isEmpty { throw ValidationError("--trace needs at least one file.") }
        try StandardInput.check(fences.files.fences + trace)
    }

    func perform() throws {
        let start = ContinuousClock.now
        let loaded = try fences.load(isStrict: strict, threads: engine.threads.count, messages: messages)
        let geofenceEngine = try GeofenceEngine(checked: loaded.geofences, order: order, engine: engine.engine)
        var events = try EventWriter(
            path: output.output,
            format: output.eventFormat,
            geofences: loaded.activeByIdentifier
        )
        let rejects = try RejectBook(path: output.rejects)
        var result = try run(geofenceEngine, rejects)
        try events.write(&result)
        try rejects.finish()
        precondition(rejects.counts == result.counts.rejected, "Every record is used or rejected, and told of once.")
        let summary = EvaluationSummary(
            counts: result.counts,
            nullIslands: result.nullIslands,
            wrappedLongitudes: result.wrappedLongitudes,
            wasSorted: result.wasSorted,
            devices: result.engine.deviceCount,
            geofences: result.engine.geofenceCount,
            geofencesText: loaded.text,
            enters: events.enters,
            exits: events.exits,
            policy: policy,
            engine: engine.engine,
            order: order,
            elapsed: ContinuousClock.now - start
        )
        if let path = output.report { try OutputFile.write(summary.json, to: path) }
        guard !messages.quiet else { return }
        let console = Console()
        rejects.show(on: console)
        console.write(summary.text)
    }

    private func run(_ engine: GeofenceEngine, _ rejects: RejectBook) throws(GeofenceError) -> TraceResult {
        let progress = ProgressBar(messages.progressWish, unit: "fixes", totalBytes: InputSize.bytes(of: trace))
        defer { progress.clear() }
        var options = TraceEvaluation.Options()
        options.threads = self.engine.threads.count
        options.isStrict = strict
        let observer = TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in try rejects.add(fix) },
            restarted: { () throws(GeofenceError) in try rejects.restart() },
            progressed: { progress.update(count: $0, bytes: $1) }
        )
        return try TraceEvaluation(engine, paths: trace, options: options, observer: observer).run()
    }
}
