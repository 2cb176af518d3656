internal import Geofencing
internal import GeofencingStore
internal import Logging

// The steps of a run.
extension EvaluateCommand {
    func evaluate() throws {
        let start = ContinuousClock.now
        let rules = try rules()
        let store = try stored.open()
        // The events are written to it.
        try store?.checkWritable()
        let forgettings = try store?.forgettings()
        let loaded = try load(store)
        let geofences = loaded.activeByIdentifier
        let engine = try self.engine.makeEngine(geofences, rules)
        let loading = ContinuousClock.now - start
        // Geofences may have policies of their own.
        try require(isGeometric: engine.isGeometric)
        var outputs = try EvaluateOutputs(
            events: eventWriter(geofences, isGeometric: engine.isGeometric),
            report: output.report,
            changes: thinning.thinEvents,
            rejects: output.rejects,
            mayRestart: trace.mayBeSorted && store == nil
        )
        let rule = thinning.rule(maximumMetersPerSecond: passing.maxSpeed?.value)
        let study = rule.map { ThinningStudy($0, engine: engine) }

        var result = try run(engine, outputs.rejects, study, store)
        let evaluation = try write(&result, to: &outputs.events, geofences, store, after: forgettings)
        PerformanceMonitor.shared.collectMetrics()
        check(outputs.rejects, against: result)
        let thinned = try study.map { study throws(GeofenceError) in
            try ThinningReport(
                study.finish(),
                registry: result.engine.registry,
                geofences: geofences,
                to: outputs.changes
            )
        }
        let summary = EvaluationSummary(
            result: result,
            events: outputs.events.counts,
            showsInferred: passing.passThrough,
            fences: loaded,
            rules: rules,
            engine: self.engine.engine,
            elapsed: ContinuousClock.now - start,
            loading: loading,
            performance: PerformanceReport(PerformanceMonitor.shared),
            thinning: thinned
        )
        try outputs.write(summary)
        try outputs.complete()
        if let store, let evaluation { try store.makeCurrent(evaluation) }
        try outputs.commit()
        try removeCheckpoint(of: result)
        try tell(summary, outputs.rejects)
    }

    private func rules() throws -> EventRules {
        // --thin follows only what geometry decides.
        let standard = thinning.thin == nil ? TransitionPolicy.balanced() : .raw
        var rules = try events.rules(order: trace.order, limits: limits, passing: passing, standard: standard)
        rules.recordsMuted = output.visits != nil
        rules.recordsEvidence = output.evidence
        try require(isGeometric: rules.isGeometric)
        return rules
    }

    /// Throws if thinning is requested, which only works if geometry alone decides, and more than that decides.
    private func require(isGeometric: Bool) throws {
        if thinning.thin != nil, !isGeometric { throw ThinningOptions.needsRaw }
    }

    private func load(_ store: GeofenceStore?) throws -> LoadedFences {
        if let store { return LoadedFences(geofences: try store.savedGeofences().map(\.geofence)) }
        return try fences.load(isStrict: trace.strict, threads: engine.threads.count, messages: messages)
    }

    private func eventWriter(_ geofences: [Geofence], isGeometric: Bool) throws(GeofenceError) -> EventWriter {
        try EventWriter(
            path: output.output,
            TransitionEncoder(
                format: output.format.of(output: output.output),
                // Stored events have one form, whatever decided them.
                isFull: !isGeometric || stored.store != nil,
                showsInferred: passing.passThrough || stored.store != nil,
                showsEvidence: output.evidence
            ),
            visits: output.visits,
            geofences: geofences,
            threads: engine.threads.count
        )
    }

    private func run(
        _ engine: GeofenceEngine,
        _ rejects: RejectBook,
        _ study: ThinningStudy?,
        _ store: GeofenceStore?
    ) throws(GeofenceError) -> TraceResult {
        if let store {
            let progress = ProgressLine(messages.progressWish, noun: "fix", totalBytes: nil)
            defer { progress.clear() }
            let last = stored.last?.untilNow
            return try StoreEvaluation.run(engine, store: store, since: last?.lowerBound, until: last?.upperBound) {
                progress.update(count: $0, bytes: 0)
            }
        }
        var run = TraceRun(trace: trace, threads: self.engine.threads.count, messages: messages)
        run.checkpoints = checkpoints.checkpoints
        run.readsBatteries = thinning.readsBatteries
        run.study = study
        return try run.evaluate([engine], rejects)[0]
    }

    /// Writes the events and, if there is a store, keeps them there; they count once all results are written.
    private func write(
        _ result: inout TraceResult,
        to events: inout EventWriter,
        _ geofences: [Geofence],
        _ store: GeofenceStore?,
        after forgettings: Int64?
    ) throws(GeofenceError) -> Int64? {
        guard let store else {
            try events.write(&result)
            return nil
        }
        return try store.addEvaluation(after: forgettings) { save throws(GeofenceError) in
            try events.write(&result) { record, registry throws(GeofenceError) in
                try save(Transition(record, in: registry, geofence: geofences[Int(record.fence)].id))
            }
        }
    }

    private func check(_ rejects: RejectBook, against result: TraceResult) {
        // Fixes of a store have no lines to report, and what was rejected before a checkpoint was reported by the
        // previous run.
        guard stored.store == nil, checkpoints.checkpoint == nil else { return }
        precondition(
            rejects.counts == result.counts.rejected,
            "Every record is either used or rejected, and reported once."
        )
    }

    private func removeCheckpoint(of result: TraceResult) throws(GeofenceError) {
        guard let checkpoints = checkpoints.checkpoints else { return }
        // Not earlier: until all results are on disk under their names, the run can be repeated from the checkpoint.
        for path in [output.output, output.visits, output.report].compactMap(\.self) { try OutputFile.sync(path) }
        result.remove(checkpoints)
    }

    private func tell(_ summary: EvaluationSummary, _ rejects: RejectBook) throws(GeofenceError) {
        Logger.performance.info(
            "evaluated traces",
            metadata: [
                "fixes_read": "\(summary.counts.read)", "fixes_used": "\(summary.counts.used)",
                "events": "\(summary.events.all)", "elapsed": "\(summary.elapsed)",
            ]
        )
        guard !messages.quiet else { return }
        let console = Console()
        rejects.show(on: console)
        for warning in try warnings(about: summary) { console.show(warning) }
        console.write(summary.text)
    }

    /// Returns warnings about a run that succeeded but probably not as intended.
    private func warnings(about summary: EvaluationSummary) throws(GeofenceError) -> [Diagnostic] {
        var warnings = try RunDoubts.warnings(
            of: summary.result.engine,
            summary.counts,
            summary.fences.geofences,
            hasEvents: summary.events.all > 0
        )
        // Files without records have already been reported one by one.
        if summary.counts.read == 0, stored.store != nil {
            let message = "the store has none of the requested fixes, so it now has no events of evaluate"
            warnings.append(Diagnostic(severity: .warning, message: message))
        }
        return warnings
    }
}
