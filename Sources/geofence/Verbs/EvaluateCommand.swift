internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore
internal import Logging

struct EvaluateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Find out who entered and left which geofence when.",
        discussion: """
            Reads geofences and traces, and writes one event for each ENTER, EXIT and DWELL, in order of time, then device, \
            then as they were decided. A summary goes to standard error. Records that cannot be used are \
            skipped and counted by reason; see --rejects and --strict.

              geofence evaluate --fences stops.geojson --trace monday.csv tuesday.csv.gz --output events.csv
              cat *.ndjson | geofence evaluate --fences stops.geojson --trace - > events.ndjson
              geofence evaluate --fences zones.geojson --repair --trace buses.csv --rejects rejects.ndjson
              geofence evaluate --store fleet.db --last 30d
              geofence evaluate --fences stops.geojson --trace year/*.csv.gz --output events.csv --checkpoint year.check
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Fixes that are not believed") var limits: LimitOptions
    @OptionGroup(title: "Store") var stored: StoredInputOptions

    @OptionGroup(title: "Results") var output: EventOutputOptions

    @OptionGroup(title: "Sending fewer fixes") var thinning: ThinningOptions

    @OptionGroup(title: "Going on after an end by force") var checkpoints: CheckpointOptions

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @Flag(help: "Show memory, processor and latencies every five seconds and at the end, also with --quiet.")
    var watchPerformance = false

    @OptionGroup(title: "Messages") var log: LogOptions

    func validate() throws {
        try stored.check(fences: fences.files, trace: trace, thinning: thinning, output: output)
        try StandardInput.check(fences.files.fences + trace.trace)
        try checkpoints.check(output: output, trace: trace, thinning: thinning, store: stored)
        if passing.passThrough, thinning.thin != nil {
            throw ValidationError("--pass-through and --thin cannot go together: one infers what the other leaves out.")
        }
        try FilePaths.requireDistinct(
            output.files + NamedFile.list("--thin-events", [thinning.thinEvents]) + checkpoints.files,
            from: fences.files.named + trace.named + stored.named + events.named
        )
    }

    private func rules() throws -> EventRules {
        // What --thin follows is what geometry alone decides.
        let standard = thinning.thin == nil ? TransitionPolicy.balanced() : .raw
        var rules = try events.rules(order: trace.order, limits: limits, passing: passing, standard: standard)
        rules.recordsMuted = output.visits != nil
        rules.recordsEvidence = output.evidence
        try require(isGeometric: rules.isGeometric)
        return rules
    }

    /// Refuses what only geometry can answer where more than that decides.
    private func require(isGeometric: Bool) throws {
        if thinning.thin != nil, !isGeometric { throw ThinningOptions.needsRaw }
    }

    func perform() throws {
        try PerformanceWatch.during(watchPerformance) { try evaluate() }
    }

    private func evaluate() throws {
        let monitor = PerformanceMonitor.shared
        let start = ContinuousClock.now
        let rules = try rules()
        let store = try stored.open()
        let loaded =
            try store.map { LoadedFences(geofences: try $0.savedGeofences().map(\.geofence)) }
            ?? fences.load(isStrict: trace.strict, threads: engine.threads.count, messages: messages)
        let geofenceEngine = try GeofenceEngine(
            checked: loaded.geofences,
            rules: rules,
            engine: engine.engine,
            threads: engine.threads.count
        )
        let loading = ContinuousClock.now - start
        // Geofences may have policies of their own.
        try require(isGeometric: geofenceEngine.isGeometric)
        var events = try EventWriter(
            path: output.output,
            format: output.eventFormat,
            // What is kept has one form, whatever decided.
            isFull: !geofenceEngine.isGeometric || store != nil,
            showsInferred: passing.passThrough || store != nil,
            showsEvidence: output.evidence,
            visits: output.visits,
            geofences: loaded.activeByIdentifier,
            threads: engine.threads.count
        )
        // Before the work: what cannot be written is better known now.
        let report = try output.report.map { path throws(GeofenceError) in try OutputFile(path: path) }
        let rejects = try RejectBook(path: output.rejects, mayRestart: trace.mayBeSorted && store == nil)
        let study = thinning.rule(maximumMetersPerSecond: passing.maxSpeed).map {
            ThinningStudy($0, engine: geofenceEngine)
        }
        var result = try run(geofenceEngine, rejects, study, store)
        if let store {
            try store.replaceEvaluation { save throws(GeofenceError) in
                let names = loaded.activeByIdentifier.map(\.id)
                try events.write(&result) { record, registry throws(GeofenceError) in
                    let device = registry.device(in: record.device)
                    try save(Transition(record, device: device, geofence: names[Int(record.fence)]))
                }
            }
        } else {
            try events.write(&result)
        }
        monitor.collectMetrics()
        try rejects.finish()
        let registry = result.engine.registry
        let thinned = try study.map { study throws(GeofenceError) in
            try ThinningReport(
                study.finish(),
                registry: registry,
                geofences: loaded.activeByIdentifier,
                path: thinning.thinEvents
            )
        }
        precondition(
            // What was rejected before a checkpoint was told of by the run before.
            store != nil || checkpoints.checkpoint != nil || rejects.counts == result.counts.rejected,
            "Every record is used or rejected, and told of once."
        )
        let summary = EvaluationSummary(
            counts: result.counts,
            nullIslands: result.nullIslands,
            wrappedLongitudes: result.wrappedLongitudes,
            droppedFields: result.droppedFields,
            wasSorted: result.wasSorted,
            devices: result.engine.deviceCount,
            geofences: result.engine.geofenceCount,
            geofencesText: loaded.text,
            enters: events.enters,
            exits: events.exits,
            dwells: events.dwells,
            inferred: passing.passThrough ? events.inferred : nil,
            rules: rules,
            engine: engine.engine,
            elapsed: ContinuousClock.now - start,
            loading: loading,
            performance: PerformanceReport(monitor),
            thinning: thinned
        )
        Logger.performance.info(
            "evaluated traces",
            metadata: [
                "fixes_read": "\(summary.counts.read)", "fixes_used": "\(summary.counts.used)",
                "events": "\(summary.enters + summary.exits + summary.dwells)", "elapsed": "\(summary.elapsed)",
            ]
        )
        if let report {
            try report.write(summary.json)
            try report.commit()
        }
        if let checkpoints = checkpoints.checkpoints {
            // Only now: until all results are on the disk with their names, the run can be made again from the checkpoint.
            for path in [output.output, output.visits, output.report].compactMap(\.self) { try OutputFile.sync(path) }
            checkpoints.remove()
        }
        guard !messages.quiet else { return }
        let console = Console()
        rejects.show(on: console)
        if result.counts.read == 0, store == nil {
            console.show(Diagnostic(severity: .warning, message: "there is no record in the traces"))
        }
        console.write(summary.text)
    }

    private func run(
        _ engine: GeofenceEngine,
        _ rejects: RejectBook,
        _ study: ThinningStudy?,
        _ store: GeofenceStore?
    ) throws(GeofenceError) -> TraceResult {
        let progress = ProgressBar(messages.progressWish, unit: "fixes", totalBytes: InputSize.bytes(of: trace.trace))
        defer { progress.clear() }
        if let store {
            return try StoreEvaluation.run(engine, store: store, since: stored.last?.start) {
                progress.update(count: $0, bytes: 0)
            }
        }
        var options = TraceEvaluation.Options()
        options.threads = self.engine.threads.count
        options.isStrict = trace.strict
        options.readsBatteries = thinning.readsBatteries
        options.maximumLateness = trace.maxLateness?.milliseconds
        options.checkpoints = checkpoints.checkpoints
        var observer = TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in try rejects.add(fix) },
            restarted: { () throws(GeofenceError) in
                Logger.ingest.info("a device's fixes are not in order of time; all are gathered and sorted")
                try rejects.restart()
                study?.restart()
            },
            progressed: { progress.update(count: $0, bytes: $1) }
        )
        if let study { observer.evaluated = { study.observe($0) } }
        return try TraceEvaluation(engine, paths: trace.trace, options: options, observer: observer).run()
    }
}
