internal import Synchronization

/// Gathers all fixes, sorts each device's by time and evaluates them.
final class SortingRun: Sendable {
    private struct State {
        var book: EvaluationBook
        var failure: GeofenceError?
        /// For each chunk its input and the lines before it there.
        var origins: [(input: Int, linesBefore: Int)] = []
    }

    private let engine: GeofenceEngine
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let buckets = (0..<DeviceRegistry.shardCount).map { _ in Bucket() }
    private let last = TurnGate()
    private let state: Mutex<State>

    /// The fixes of one shard; `input` is the number of the chunk, `line` the line in it.
    private final class Bucket: Sendable {
        let gate = TurnGate()
        let fixes = Mutex<[CompactFix]>([])
    }

    init(engine: GeofenceEngine, feed: ChunkFeed, evaluation: TraceEvaluation) throws(GeofenceError) {
        self.engine = engine
        self.feed = feed
        self.evaluation = evaluation
        state = Mutex(State(book: EvaluationBook(evaluation)))
    }

    func run() throws(GeofenceError) -> TraceResult {
        evaluation.onThreads { _ in self.gather() }
        try state.withLock { state throws(GeofenceError) in if let failure = state.failure { throw failure } }
        let threads = max(1, evaluation.options.threads)
        evaluation.onThreads { thread in
            for shard in stride(from: thread, to: DeviceRegistry.shardCount, by: threads) { self.evaluate(shard) }
        }
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure }
            return state.book.result(engine, wasSorted: true)
        }
    }

    private func gather() {
        var cache = DeviceCache(engine.registry)
        var parsed = ParsedFixes()
        var picks = ShardPicks()
        var storage: [UInt8] = []
        while let job = nextJob(&storage) {
            job.parse(devices: &cache, into: &parsed)
            for index in parsed.fixes.indices { parsed.fixes[index].input = UInt32(job.turn) }
            picks.sort(parsed.fixes.span)
            for (shard, bucket) in buckets.enumerated() {
                bucket.gate.pass(job.turn) {
                    let positions = picks.positions(of: shard)
                    bucket.fixes.withLock { fixes in
                        for position in positions { fixes.append(parsed.fixes[Int(position)]) }
                    }
                }
            }
            last.pass(job.turn) {
                recordFailure { state throws(GeofenceError) in
                    let before = try state.book.enter(job, parsed)
                    state.origins.append((job.input, before))
                }
            }
            storage = job.chunk.bytes
        }
    }

    private func evaluate(_ shard: Int) {
        let fixes = buckets[shard].fixes.withLock { fixes in
            defer { fixes = [] }
            return Self.sorted(fixes, bestFirst: engine.rules.limits.rejectsConflicts)
        }
        var records: [TransitionRecord] = []
        var unused: [RejectedPick] = []
        let picks = fixes.indices.map(UInt32.init)
        engine.evaluate(fixes.span, picks: picks.span, shard: shard, records: &records, rejected: &unused)
        evaluation.observer.evaluated?(
            EvaluatedFixes(fixes: fixes, picks: picks[...], shard: shard, records: records[...], rejected: unused[...])
        )
        recordFailure { state throws(GeofenceError) in
            for pick in unused {
                let fix = fixes[Int(pick.pick)]
                let origin = state.origins[Int(fix.input)]
                let path = evaluation.paths[origin.input]
                try state.book.reportUnused(RejectedFix(pick, fix, path: path, linesBefore: origin.linesBefore))
            }
            try state.book.add(records)
        }
    }

    /// By device, time and sequence; equal ones as they came.
    ///
    /// - Parameter bestFirst: Whether of the fixes of one device and time the one with the best accuracy comes first.
    private static func sorted(_ fixes: [CompactFix], bestFirst: Bool) -> [CompactFix] {
        var order = Array(fixes.indices)
        order.sort { one, other in
            let (left, right) = (fixes[one], fixes[other])
            if left.device != right.device { return left.device < right.device }
            if bestFirst, left.time == right.time, left.certainty != right.certainty {
                return left.certainty > right.certainty
            }
            if left.precedes(right.time, right.sequence) { return true }
            return !right.precedes(left.time, left.sequence) && one < other
        }
        return order.map { fixes[$0] }
    }

    private func nextJob(_ storage: inout [UInt8]) -> ChunkFeed.Job? {
        var job: ChunkFeed.Job?
        recordFailure { _ throws(GeofenceError) in job = try feed.next(recycling: &storage) }
        return job
    }

    private func recordFailure(_ body: (inout State) throws(GeofenceError) -> Void) {
        let failed = state.withLock { state in
            do throws(GeofenceError) {
                try body(&state)
                return false
            } catch {
                state.failure = state.failure ?? error
                return true
            }
        }
        if failed { feed.stop() }
    }
}

extension CompactFix {
    /// Greater for a better accuracy, 0 for an unknown one.
    fileprivate var certainty: Float { horizontalAccuracy > 0 ? 1 / horizontalAccuracy : 0 }
}
