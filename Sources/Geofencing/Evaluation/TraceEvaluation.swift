internal import Dispatch
internal import Synchronization

/// Evaluates trace files against geofences: reads, parses and evaluates on several threads with one result.
///
/// Threads take chunks of the input in turn and parse them side by side. Each shard of devices takes the chunks in order,
/// so a device's fixes meet the engine in the order of the input whatever the number of threads.
///
/// Under `FixOrder.time` the inputs are first taken to be in time order for each device and evaluated in one pass. When a
/// late fix shows that they are not, all is begun again: the fixes are gathered, sorted and then evaluated.
///
/// With checkpoints, the one pass goes on where it was when the process ends before it does. A run that sorts begins again.
package final class TraceEvaluation: Sendable {
    /// How to evaluate.
    package struct Options: Sendable {
        /// Threads that parse and evaluate; at least 1.
        package var threads = 1
        /// Whether the first record that cannot be read ends the run with an error.
        package var isStrict = false
        /// Bytes in a chunk, more or less.
        package var chunkSize = 1 << 19
        /// Where it is kept how far the evaluation has come, so that it can go on there; `nil` for nowhere.
        package var checkpoints: EvaluationCheckpoints?

        package init() {}
    }

    /// Told of what happens, from one thread at a time.
    package struct Observer: Sendable {
        /// Called for each fix that was not used, in input order; in a sorted run repeats come last.
        package var rejected: @Sendable (RejectedFix) throws(GeofenceError) -> Void
        /// Called when all is begun again, to be sorted: what `rejected` was told does not count.
        package var restarted: @Sendable () throws(GeofenceError) -> Void
        /// Called now and then with the number of records and of bytes read so far.
        package var progressed: @Sendable (_ records: Int, _ bytes: Int) -> Void
        /// Called with the fixes of one shard as they have been evaluated: those of one shard in turn, of different
        /// shards from several threads at once.
        package var evaluated: (@Sendable (EvaluatedFixes) -> Void)?

        package init(
            rejected: @escaping @Sendable (RejectedFix) throws(GeofenceError) -> Void = { _ throws(GeofenceError) in },
            restarted: @escaping @Sendable () throws(GeofenceError) -> Void = { () throws(GeofenceError) in },
            progressed: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
        ) {
            self.rejected = rejected
            self.restarted = restarted
            self.progressed = progressed
        }
    }

    let paths: [String]
    let options: Options
    let observer: Observer
    private let engine: GeofenceEngine

    /// - Parameter engine: Gives the geofences and the order; its devices are not touched.
    package init(
        _ engine: GeofenceEngine,
        paths: [String],
        options: Options = Options(),
        observer: Observer = Observer()
    ) {
        self.engine = engine
        self.paths = paths
        self.options = options
        self.observer = observer
    }

    /// Reads and evaluates all inputs.
    package func run() throws(GeofenceError) -> TraceResult {
        let feed = ChunkFeed(
            paths,
            chunkSize: options.chunkSize,
            keepsStandardInput: engine.rules.order == .time,
            keepsPositions: options.checkpoints != nil
        )
        let checkpoint = try options.checkpoints?.load()
        if checkpoint?.mustSort != true {
            let stream = try StreamingRun(
                engine: engine.withoutDevices(),
                feed: feed,
                evaluation: self,
                from: checkpoint
            )
            if let result = try stream.run() { return result }
            var sorting = EvaluationCheckpoint()
            sorting.mustSort = true
            try options.checkpoints?.save(sorting)
        }
        try observer.restarted()
        feed.rewind()
        return try SortingRun(engine: engine.withoutDevices(), feed: feed, evaluation: self).run()
    }

    /// Runs `body` on as many threads as the options say and waits for all.
    func onThreads(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: max(1, options.threads), execute: body)
    }
}

/// What an evaluation found.
package struct TraceResult {
    /// The engine with the devices as they ended.
    package let engine: GeofenceEngine
    package let counts: FixCounts
    /// Fixes at latitude 0, longitude 0, which are used.
    package let nullIslands: Int
    /// Fixes whose longitude was brought into -180 ... 180, which are used.
    package let wrappedLongitudes: Int
    /// Whether the inputs had to be sorted.
    package let wasSorted: Bool
    /// Geofences that transitions name and that the engine does not have; their handles follow the engine's.
    package let gone: [Geofence.ID]
    /// The transitions, to be drained in order.
    package var transitions: TransitionSorter
}

/// A fix of a file that was not used, and why.
package struct RejectedFix: Sendable {
    package var path: String
    /// From 1.
    package var line: Int
    /// The byte in the line, from 1; `nil` when the whole record is meant.
    package var column: Int?
    package var reason: Rejection
    package var message: String
    package var recovery: String
    /// The record, as far as it was kept; empty for one that was read well.
    package var raw: [UInt8]

    /// The same as an error.
    package var error: GeofenceError {
        GeofenceError(
            .invalidRecord,
            "\(message) (\(reason.rawValue))",
            at: InputLocation(file: path, line: line, column: column),
            recovery: recovery
        )
    }
}
