internal import Dispatch

/// Evaluates trace files against geofences: reads, parses and evaluates on several threads with one result.
///
/// Threads take chunks of the input in turn and parse them in parallel. Each shard of devices takes the chunks in
/// order, so a device's fixes reach the engine in input order, whatever the number of threads.
///
/// Under `FixOrder.time` the inputs are first assumed to be in time order for each device and evaluated in one pass. If
/// a fix shows that they are not, the run starts over: the fixes are gathered, sorted and then evaluated.
///
/// With checkpoints, if the process ends early, the single pass continues from the last one. A run that sorts starts
/// over.
package final class TraceEvaluation: Sendable {
    /// The options of an evaluation.
    package struct Options: Sendable {
        /// The number of threads that parse and evaluate; at least 1.
        package var threads = 1
        /// Whether the first record that cannot be read ends the run with an error.
        package var isStrict = false
        /// The approximate number of bytes in a chunk.
        var chunkSize = 1 << 19
        /// The number of milliseconds by which a fix may be older than its device's newest one, if the input is a
        /// stream that is not to be sorted as a whole; `nil` to sort if necessary.
        package var maximumLateness: Int64?
        /// Whether battery charges are read, for `ShardFixes.batteries`.
        package var readsBatteries = false
        /// Whether the evaluation starts from what the engine knows of its devices, instead of with none; only with one
        /// engine, and without checkpoints.
        var keepsDevices = false
        /// Where the progress of the evaluation is saved, so that it can continue from there; `nil` for nowhere. Only
        /// with one engine and without `maximumLateness`.
        package var checkpoints: EvaluationCheckpoints?

        package init() {}
    }

    /// Callbacks about the evaluation, called from one thread at a time, except for `evaluated`.
    package struct Observer: Sendable {
        /// Called for each fix that was not used, in input order; but in a sorted run, rejections that do not follow
        /// from a single record come last, and with `maximumLateness`, a fix that has waited is reported when it is
        /// handed on.
        var rejected: @Sendable (RejectedFix) throws(GeofenceError) -> Void
        /// Called when the run starts over, to sort the input: the previous calls of `rejected` no longer count.
        var restarted: @Sendable () throws(GeofenceError) -> Void
        /// Called at the end for each input without a record, in order.
        var onEmptyInput: @Sendable (_ path: String, _ reason: String) -> Void
        /// Called at the end for each input that is probably not meant as it is read, in order.
        var onDoubt: @Sendable (_ path: String, _ doubt: TraceDoubt) -> Void
        /// Called from time to time with what has been read so far; an error that it throws ends the run.
        var progressed: @Sendable (TraceProgress) throws(GeofenceError) -> Void
        /// Called with the fixes of one shard once they have been evaluated: for fixes of the same shard in turn, for
        /// those of different shards from several threads at once.
        package var evaluated: (@Sendable (EvaluatedFixes) -> Void)?

        package init(
            rejected: @escaping @Sendable (RejectedFix) throws(GeofenceError) -> Void = { _ throws(GeofenceError) in },
            restarted: @escaping @Sendable () throws(GeofenceError) -> Void = { () throws(GeofenceError) in },
            onEmptyInput: @escaping @Sendable (String, String) -> Void = { _, _ in },
            onDoubt: @escaping @Sendable (String, TraceDoubt) -> Void = { _, _ in },
            progressed: @escaping @Sendable (TraceProgress) throws(GeofenceError) -> Void = { _ throws(GeofenceError) in
            }
        ) {
            self.rejected = rejected
            self.restarted = restarted
            self.onEmptyInput = onEmptyInput
            self.onDoubt = onDoubt
            self.progressed = progressed
        }
    }

    let traces: [TraceFile]
    let options: Options
    let observer: Observer
    private let engines: [GeofenceEngine]

    /// - Parameter engine: Provides the geofences and the rules; it is not touched.
    package convenience init(
        _ engine: GeofenceEngine,
        traces: [TraceFile],
        options: Options = Options(),
        observer: Observer = Observer()
    ) {
        self.init([engine], traces: traces, options: options, observer: observer)
    }

    /// - Parameter engines: Each gets all fixes, as if it were alone; the observer receives those of the first. At
    ///   least one.
    package init(
        _ engines: [GeofenceEngine],
        traces: [TraceFile],
        options: Options = Options(),
        observer: Observer = Observer()
    ) {
        precondition(!engines.isEmpty, "An evaluation needs at least one engine.")
        precondition(Set(engines.map(\.rules.order)).count == 1, "All engines must take the fixes in the same order.")
        precondition(
            options.checkpoints == nil || (engines.count == 1 && options.maximumLateness == nil),
            "An evaluation with checkpoints must have a single engine and no maximum lateness."
        )
        precondition(
            !options.keepsDevices || (engines.count == 1 && options.checkpoints == nil),
            "An evaluation that keeps devices must have a single engine and no checkpoints."
        )
        self.engines = engines
        self.traces = traces
        self.options = options
        self.observer = observer
    }

    /// Reads and evaluates all inputs with the only engine, or the first.
    package func run() throws(GeofenceError) -> TraceResult { try runAll()[0] }

    /// Reads all inputs once and evaluates them with each engine; returns a result for each, in order.
    package func runAll() throws(GeofenceError) -> [TraceResult] {
        let sorts = options.maximumLateness == nil && engines.contains { $0.rules.order == .time }
        let feed = ChunkFeed(traces, options, keepsStreams: sorts)
        let taken = try options.checkpoints?.take()
        let before = taken?.checkpoint?.inputs ?? []
        let results = try run(feed, from: taken)
        // The records of inputs from before may all be in chunks that the previous run has read.
        let known = results[0].inputsWithRecords.union(before.indices.filter { before[$0].chunks > 0 })
        for number in traces.indices where !known.contains(number) {
            if let reason = feed.emptiness(ofInput: number) { observer.onEmptyInput(traces[number].path, reason) }
        }
        for number in traces.indices {
            if let doubt = feed.doubt(ofInput: number) { observer.onDoubt(traces[number].path, doubt) }
        }
        return results
    }

    private func run(
        _ feed: ChunkFeed,
        from checkpoint: sending TakenCheckpoint?
    ) throws(GeofenceError) -> [TraceResult] {
        if let lateness = options.maximumLateness {
            return try WatermarkRun(engines: freshEngines(), feed: feed, lateness: lateness, evaluation: self).run()
        }
        let stream = try StreamingRun(engines: freshEngines(), feed: feed, evaluation: self, from: checkpoint)
        if let results = try stream.run() { return results }
        // The checkpoint relies on an order that the inputs do not have.
        options.checkpoints?.remove()
        try observer.restarted()
        feed.rewind()
        return try SortingRun(engines: freshEngines(), feed: feed, evaluation: self).run()
    }

    private func freshEngines() throws(GeofenceError) -> [GeofenceEngine] {
        // Copying devices hashes the geofences, which is not done if there are none to copy.
        if options.keepsDevices, engines[0].deviceCount > 0 { return [try engines[0].copy { _ in true }] }
        let registry = DeviceRegistry()
        var fresh: [GeofenceEngine] = []
        for engine in engines { fresh.append(try engine.withoutDevices(registry: registry)) }
        return fresh
    }

    /// Returns an empty book for each engine.
    ///
    /// - Parameter registry: The registry that has the devices' names.
    func books(_ registry: DeviceRegistry) -> [EvaluationBook] {
        engines.indices.map { EvaluationBook(self, registry, isTold: $0 == 0) }
    }

    /// Returns the observer of the fixes that an engine has evaluated: only the first engine has one.
    func observer(ofEngine number: Int) -> (@Sendable (EvaluatedFixes) -> Void)? {
        number == 0 ? observer.evaluated : nil
    }

    /// Runs `body` on as many threads as the options say and waits for all of them.
    func runOnThreads(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: max(1, options.threads), execute: body)
    }
}
