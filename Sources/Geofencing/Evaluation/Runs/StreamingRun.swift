internal import Synchronization

/// One pass over inputs that are in time order for each device, or are to be taken in input order.
final class StreamingRun: Sendable {
    private struct State: SharedRunState {
        /// One for each engine.
        var books: [EvaluationBook]
        var failure: GeofenceError?
        var isUnordered = false
    }

    private let engines: [GeofenceEngine]
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let gates = (0..<DeviceRegistry.shardCount).map { _ in TurnGate() }
    private let last = TurnGate()
    private let state: Mutex<State>
    /// Geofences that a previous run knew and this one does not.
    private let gone: [Geofence.ID]

    /// - Parameters:
    ///   - engines: At least one, all with the same registry; exactly one if there are checkpoints.
    ///   - checkpoint: The point that a previous run had reached; `nil` without checkpoints.
    init(
        engines: [GeofenceEngine],
        feed: ChunkFeed,
        evaluation: TraceEvaluation,
        from checkpoint: sending TakenCheckpoint?
    ) throws(GeofenceError) {
        self.engines = engines
        self.feed = feed
        self.evaluation = evaluation
        var books = evaluation.books(engines[0].registry)
        if let checkpoint {
            gone = try evaluation.options.checkpoints?.resume(&books[0], engines[0], feed, from: checkpoint) ?? []
        } else {
            gone = []
        }
        state = Mutex(State(books: books))
    }

    /// Evaluates everything and returns a result for each engine; `nil` if a fix showed that the inputs must be sorted.
    func run() throws(GeofenceError) -> [TraceResult]? {
        guard let checkpoints = evaluation.options.checkpoints else { return try runOn() }
        while true {
            feed.proceed(pausingAfter: checkpoints.interval)
            guard let results = try runOn() else { return nil }
            guard feed.isPaused else { return results }
            // All threads have ended, so the engine is exactly at the end of the chunks that were handed out.
            try state.withLock { state throws(GeofenceError) in
                try checkpoints.save(&state.books[0], engines[0], feed)
            }
        }
    }

    /// Evaluates up to the next pause or the end.
    private func runOn() throws(GeofenceError) -> [TraceResult]? {
        evaluation.runOnThreads { _ in self.work() }
        return try state.withLock { state throws(GeofenceError) in
            // In this order: before an input that fails, the records of the others are to be looked at, sorted or not.
            if let failure = state.failure { throw failure }
            if state.isUnordered { return nil }
            if let failure = feed.failure { throw failure }
            return zip(engines, state.books).map { $1.result($0, wasSorted: false, gone: gone) }
        }
    }

    /// What each thread does: it parses chunks, has the engines evaluate the fixes of each one shard by shard, and
    /// enters what was found; for each shard, and for the books, the chunks take turns in the order of the input.
    private func work() {
        var picks = ShardPicks()
        var results = engines.map { _ in ShardResults() }
        state.parseChunks(of: feed, engines[0].registry) { job, parsed in
            picks.sort(parsed.fixes.span)
            for number in engines.indices { results[number].removeAll() }
            for (shard, gate) in gates.enumerated() {
                gate.pass(job.turn) {
                    let positions = picks.positions(of: shard)
                    guard !positions.isEmpty else { return }
                    let batch = ShardFixes(
                        fixes: parsed.fixes,
                        batteries: parsed.batteries,
                        picks: positions,
                        shard: shard
                    )
                    for (number, engine) in engines.enumerated() {
                        results[number].add(batch, by: engine, telling: evaluation.observer(ofEngine: number))
                    }
                }
            }
            let full = last.pass(job.turn) { enter(job, parsed, results) }
            state.seal(full, stopping: feed)
        }
    }

    /// Enters the findings of a chunk.
    ///
    /// - Returns: Complete runs, to be sealed.
    private func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        _ results: [ShardResults]
    ) -> [SortedRun] {
        var full: [SortedRun] = []
        state.attempt(stopping: feed) { state throws(GeofenceError) in
            if results.contains(where: \.needsSorting) { state.isUnordered = true }
            guard !state.isUnordered else { return }
            for (number, found) in results.enumerated() {
                let fixes = found.unused.map { pick in
                    let fix = parsed.fixes[Int(pick.pick)]
                    return EvaluationBook.Unused(line: Int(fix.line), fix: fix, reason: pick.reason)
                }
                try state.books[number].enter(job, parsed, unused: fixes)
                if let run = try state.books[number].add(found.records) { full.append(run) }
            }
        }
        if state.withLock({ $0.isUnordered }) { feed.stop() }
        return full
    }
}
