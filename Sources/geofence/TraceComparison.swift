internal import Geofencing
internal import Logging

/// One pass over traces for several engines that are to be compared.
struct TraceComparison {
    let trace: TraceOptions
    let threads: Int
    let messages: ConsoleOptions

    /// What each engine makes of the traces, in order. What the first does not use is shown.
    func run(_ engines: [GeofenceEngine]) throws(GeofenceError) -> [TraceResult] {
        let rejects = try RejectBook(path: nil)
        let progress = ProgressBar(messages.progressWish, unit: "fixes", totalBytes: InputSize.bytes(of: trace.trace))
        defer { progress.clear() }
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.isStrict = trace.strict
        options.maximumLateness = trace.maxLateness?.milliseconds
        let observer = TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in try rejects.add(fix) },
            restarted: { () throws(GeofenceError) in
                Logger.ingest.info("a device's fixes are not in order of time; all are gathered and sorted")
                try rejects.restart()
            },
            progressed: { progress.update(count: $0, bytes: $1) }
        )
        let results = try TraceEvaluation(engines, paths: trace.trace, options: options, observer: observer).runAll()
        progress.clear()
        if !messages.quiet { rejects.show(on: Console()) }
        return results
    }
}
