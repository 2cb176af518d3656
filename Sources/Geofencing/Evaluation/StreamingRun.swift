internal import Synchronization

/// One pass over inputs that are in time order for each device, or are to be taken as they come.
final class StreamingRun: Sendable {
    private struct State {
        var book: EvaluationBook
        var failure: GeofenceError?
        var isUnordered = false
    }

    private let engine: GeofenceEngine
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let gates = (0..<DeviceRegistry.shardCount).map { _ in TurnGate() }
    private let last = TurnGate()
    private let state: Mutex<State>
    /// Geofences that a run before knew and this one does not.
    private let gone: [Geofence.ID]

    /// - Parameter checkpoint: Where a run before was.
    init(
        engine: GeofenceEngine,
        feed: ChunkFeed,
        evaluation: TraceEvaluation,
        from checkpoint: EvaluationCheckpoint? = nil
    ) throws(GeofenceError) {
        self.engine = engine
        self.feed = feed
        self.evaluation = evaluation
        var book = EvaluationBook(evaluation)
        gone = try evaluation.options.checkpoints?.resume(&book, engine, feed, from: checkpoint) ?? []
        state = Mutex(State(book: book))
    }

    /// Evaluates everything; `nil` when a late fix showed that the inputs must be sorted.
    func run() throws(GeofenceError) -> TraceResult? {
        guard let checkpoints = evaluation.options.checkpoints else { return try runOn() }
        while true {
            feed.proceed(pausingAfter: checkpoints.interval)
            guard let result = try runOn() else { return nil }
            guard feed.isPaused else { return result }
            // All threads have ended, so the engine stands exactly behind the chunks that were handed out.
            try state.withLock { state throws(GeofenceError) in
                try checkpoints.save(&state.book, engine, feed)
            }
        }
    }

    /// Evaluates up to the next pause or the end.
    private func runOn() throws(GeofenceError) -> TraceResult? {
        evaluation.onThreads { _ in self.work() }
        return try state.withLock { state throws(GeofenceError) in
            if state.isUnordered { return nil }
            if let failure = state.failure { throw failure }
            return state.book.result(engine, wasSorted: false, gone: gone)
        }
    }

    private func work() {
        var cache = DeviceCache(engine.registry)
        var parsed = ParsedFixes()
        var picks = ShardPicks()
        var records: [TransitionRecord] = []
        var unused: [RejectedPick] = []
        var storage: [UInt8] = []
        while let job = nextJob(&storage) {
            job.parse(devices: &cache, into: &parsed)
            picks.sort(parsed.fixes.span)
            records.removeAll(keepingCapacity: true)
            unused.removeAll(keepingCapacity: true)
            for (shard, gate) in gates.enumerated() {
                gate.pass(job.turn) {
                    let positions = picks.positions(of: shard)
                    guard !positions.isEmpty else { return }
                    let (recordsBefore, unusedBefore) = (records.count, unused.count)
                    engine.evaluate(
                        parsed.fixes.span,
                        picks: positions.span,
                        shard: shard,
                        records: &records,
                        rejected: &unused
                    )
                    evaluation.observer.evaluated?(
                        EvaluatedFixes(
                            fixes: parsed.fixes,
                            picks: positions,
                            shard: shard,
                            records: records[recordsBefore...],
                            rejected: unused[unusedBefore...]
                        )
                    )
                }
            }
            last.pass(job.turn) { enter(job, parsed, records, unused) }
            storage = job.chunk.bytes
        }
    }

    private func nextJob(_ storage: inout [UInt8]) -> ChunkFeed.Job? {
        do throws(GeofenceError) {
            return try feed.next(recycling: &storage)
        } catch {
            // Chunks still in work come before this failure, and theirs would be the first.
            state.withLock { $0.failure = $0.failure ?? error }
            feed.stop()
            return nil
        }
    }

    private func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        _ records: [TransitionRecord],
        _ unused: [RejectedPick]
    ) {
        let goesOn = state.withLock { state in
            if engine.rules.order == .time, unused.contains(where: \.reason.asksForSorting) {
                state.isUnordered = true
            }
            guard !state.isUnordered else { return false }
            do throws(GeofenceError) {
                try state.book.enter(job, parsed, unused: unused)
                try state.book.add(records)
                return true
            } catch {
                state.failure = error
                return false
            }
        }
        if !goesOn { feed.stop() }
    }
}

extension Rejection {
    /// Whether a fix that is not used for this reason, or another one in its place, would be in a sorted input.
    fileprivate var asksForSorting: Bool { self == .late || self == .conflicting }
}
