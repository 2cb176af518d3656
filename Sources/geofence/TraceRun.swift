internal import Geofencing
internal import Logging
internal import Synchronization

/// One pass over the traces named on the command line, for one engine or for several that are to be compared.
struct TraceRun {
    let trace: TraceOptions
    let threads: Int
    let messages: ConsoleOptions
    /// Where to keep the progress of the run, if requested.
    var checkpoints: EvaluationCheckpoints?
    var readsBatteries = false
    /// Receives each evaluated fix.
    var study: ThinningStudy?
    /// Receives the same fixes.
    var times: UsedTimes?

    /// Returns the result of each engine, in order. Records that cannot be read, or that the first engine does not use,
    /// go to `rejects`.
    func evaluate(_ engines: [GeofenceEngine], _ rejects: RejectBook) throws(GeofenceError) -> [TraceResult] {
        let inputs = Mutex<[Diagnostic]>([])
        let progress = ProgressLine(
            messages.progressWish,
            noun: "fix",
            totalBytes: InputSize.bytes(ofTraces: trace.trace)
        )
        defer {
            progress.clear()
            if !messages.quiet { for warning in inputs.withLock(\.self) { Console().show(warning) } }
        }
        var options = trace.evaluation
        options.threads = threads
        options.readsBatteries = readsBatteries
        options.checkpoints = checkpoints
        var observer = TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in try rejects.add(fix.namingOptions) },
            restarted: { () throws(GeofenceError) in
                Logger.ingest.info("a device's fixes are out of order; all fixes are gathered and sorted")
                try rejects.restart()
                study?.restart()
                times?.restart()
            },
            onEmptyInput: { path, reason in inputs.withLock { $0.append(.emptyInput(path, reason)) } },
            onDoubt: { path, doubt in inputs.withLock { $0.append(Diagnostic(doubt, about: path)) } },
            progressed: { progress.update(count: $0.records, bytes: $0.bytes) }
        )
        if study != nil || times != nil {
            observer.evaluated = { fixes in
                study?.observe(fixes)
                times?.observe(fixes)
            }
        }
        return try TraceEvaluation(engines, traces: trace.files, options: options, observer: observer).runAll()
    }

    /// Does the same for a verb that writes no rejects, and shows them instead.
    func evaluateShowingRejects(_ engines: [GeofenceEngine]) throws(GeofenceError) -> [TraceResult] {
        let rejects = try RejectBook(path: nil)
        let results = try evaluate(engines, rejects)
        if !messages.quiet { rejects.show(on: Console()) }
        return results
    }
}
