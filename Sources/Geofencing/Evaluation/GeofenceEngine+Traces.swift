internal import Synchronization

extension GeofenceEngine {
    /// Evaluates whole traces on several threads, as `geofence evaluate` does, from what this engine knows of its
    /// devices.
    ///
    /// The traces are read one after another. Under `FixOrder.time`, if the fixes of a device are not in order of time,
    /// or go back to before the last one that this engine knows, all fixes are gathered and sorted. The result is the
    /// same for any number of threads. The calling thread waits for them, so a task should leave this to a thread of
    /// its own.
    ///
    /// ```swift
    /// let evaluated = try engine.evaluate([monday, tuesday], threads: 8) { print($0.json()) }
    /// print("\(evaluated.counts.used) of \(evaluated.counts.read) records used")
    /// engine = evaluated.engine
    /// ```
    ///
    /// This engine stays as it is: what the traces change is in the engine that is returned. Do not process fixes or
    /// change geofences meanwhile: the evaluation may see them or not. `reject` and `body` are not called before
    /// everything has been read; until then `progressed` can end the evaluation:
    ///
    /// ```swift
    /// try engine.evaluate([monday, tuesday], progressed: { _ in try Task.checkCancellation() }) { print($0.json()) }
    /// ```
    ///
    /// - Parameters:
    ///   - traces: The traces, in order.
    ///   - threads: The number of threads that read and evaluate, at least one; more threads than cores bring no gain.
    ///   - progressed: Called now and then while the traces are read, on the calling thread; from the start again if a
    ///     device's fixes turn out to be out of order, so that all have to be sorted. An error that it throws, such as
    ///     that of `Task.checkCancellation()`, ends the evaluation soon after.
    ///   - reject: Called with each record that is not used, whatever the reason, before the first transition; an error
    ///     that it throws ends the evaluation. A record that was read as a fix comes without its bytes.
    ///   - body: Called with each transition, on the calling thread: by time, then device, then as decided, except that
    ///     a geofence is left before others are entered; an error that it throws ends the evaluation.
    /// - Returns: An engine that goes on from there, and what was used.
    /// - Throws: `GeofenceError` with the codes that `TraceFile.forEachBatch(rejecting:_:)` lists; with `inputOutput`
    ///   if transitions or a stream's fixes cannot be kept in a temporary file; with `geometryEngine` if GEOS runs out
    ///   of memory. Errors of any type that the closures throw are passed on unchanged.
    /// - Complexity: O(bytes + *t* log *t*) for *t* transitions, and what `copy(keeping:)` takes if the engine knows
    ///   devices. The memory is that of the devices and the rejected records; if fixes have to be sorted, some 50 bytes
    ///   for each; and files of other programs are read whole.
    @discardableResult
    public func evaluate(
        _ traces: [TraceFile],
        threads: Int = 1,
        progressed: (TraceProgress) throws -> Void = { _ in },
        rejecting reject: (RejectedTraceRecord) throws -> Void = { _ in },
        _ body: (Transition) throws -> Void
    ) throws -> EvaluatedTraces {
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.keepsDevices = true
        let rejected = RejectedRecords()
        var result = try WatchedWork<TraceResult>.run(telling: progressed) { [options] watched throws(GeofenceError) in
            var observer = rejected.observer
            observer.progressed = { progress throws(GeofenceError) in try watched.report(progress) }
            return try TraceEvaluation(self, traces: traces, options: options, observer: observer).run()
        }
        for record in rejected.records { try reject(record) }
        let (snapshot, registry) = (result.engine.snapshot, result.engine.registry)
        var sorted = try result.transitions.sorted(registry: registry)
        while let records = try sorted.next() {
            for record in records where !record.isMuted {
                guard let geofence = snapshot.id(record.fence) else { continue }
                try body(Transition(record, in: registry, geofence: geofence))
            }
        }
        return EvaluatedTraces(result)
    }
}

/// Collects the records that an evaluation does not use: which ones these are is known only at its end.
private final class RejectedRecords: Sendable {
    private let collected = Mutex<[RejectedTraceRecord]>([])

    var records: [RejectedTraceRecord] { collected.withLock(\.self) }

    var observer: TraceEvaluation.Observer {
        TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in
                self.collected.withLock { $0.append(RejectedTraceRecord(fix)) }
            },
            restarted: { () throws(GeofenceError) in self.collected.withLock { $0.removeAll() } }
        )
    }
}
