internal import Synchronization

/// Gathers all fixes, sorts each device's by time and evaluates them.
final class SortingRun: Sendable {
    private struct State: SharedRunState {
        /// One for each engine.
        var books: [EvaluationBook]
        var failure: GeofenceError?
        /// The origin of each chunk.
        var origins: [ChunkOrigin] = []
        /// The fixes that each engine did not use.
        var unused: [[(fix: CompactFix, reason: Rejection)]]
    }

    private let engines: [GeofenceEngine]
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let buckets = (0..<DeviceRegistry.shardCount).map { _ in Bucket() }
    private let last = TurnGate()
    private let state: Mutex<State>

    /// The fixes gathered for one shard.
    private final class Bucket: Sendable {
        let gate = TurnGate()
        let fixes = Mutex(Gathered())
    }

    private struct Gathered {
        /// `input` is the number of the chunk, `line` the line within it.
        var fixes: [CompactFix] = []
        /// The battery charge that came with each fix; empty if charges are not read.
        var batteries: [BatteryCharge] = []

        func sorted(bestFirst: Bool) -> Gathered {
            let order = CompactFix.order(of: fixes, bestFirst: bestFirst)
            return Gathered(
                fixes: order.map { fixes[$0] },
                batteries: batteries.isEmpty ? [] : order.map { batteries[$0] }
            )
        }
    }

    /// - Parameter engines: At least one; all must have the same registry.
    init(engines: [GeofenceEngine], feed: ChunkFeed, evaluation: TraceEvaluation) {
        self.engines = engines
        self.feed = feed
        self.evaluation = evaluation
        state = Mutex(State(books: evaluation.books(engines[0].registry), unused: engines.map { _ in [] }))
    }

    /// Evaluates everything and returns a result for each engine.
    func run() throws(GeofenceError) -> [TraceResult] {
        evaluation.runOnThreads { _ in self.gather() }
        if let failure = state.withLock({ $0.failure }) ?? feed.failure { throw failure }
        let threads = max(1, evaluation.options.threads)
        evaluation.runOnThreads { thread in
            for shard in stride(from: thread, to: DeviceRegistry.shardCount, by: threads) { self.evaluate(shard) }
        }
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure }
            for number in engines.indices {
                // Which shard and which device came first depends on the threads.
                state.unused[number].sort { ($0.fix.input, $0.fix.line) < ($1.fix.input, $1.fix.line) }
                for (fix, reason) in state.unused[number] {
                    try state.books[number].reportUnused(fix, reason, from: state.origins[Int(fix.input)])
                }
            }
            return zip(engines, state.books).map { $1.result($0, wasSorted: true) }
        }
    }

    private func gather() {
        var picks = ShardPicks()
        state.parseChunks(of: feed, engines[0].registry) { job, parsed in
            for index in parsed.fixes.indices { parsed.fixes[index].input = UInt32(job.turn) }
            picks.sort(parsed.fixes.span)
            for (shard, bucket) in buckets.enumerated() {
                bucket.gate.pass(job.turn) {
                    let positions = picks.positions(of: shard)
                    bucket.fixes.withLock { gathered in
                        for position in positions { gathered.fixes.append(parsed.fixes[Int(position)]) }
                        guard parsed.hasBatteries else { return }
                        for position in positions { gathered.batteries.append(parsed.batteries[Int(position)]) }
                    }
                }
            }
            last.pass(job.turn) {
                state.attempt(stopping: feed) { state throws(GeofenceError) in
                    for number in state.books.indices.dropFirst() { try state.books[number].enter(job, parsed) }
                    state.origins.append(try state.books[0].enter(job, parsed))
                }
            }
        }
    }

    private func evaluate(_ shard: Int) {
        guard state.withLock({ $0.failure == nil }) else { return }
        let gathered = buckets[shard].fixes.withLock { gathered in
            defer { gathered = Gathered() }
            return gathered
        }
        let picks = gathered.fixes.indices.map(UInt32.init)
        var (sorted, isBestFirst): (Gathered, Bool?) = (Gathered(), nil)
        for (number, engine) in engines.enumerated() {
            if isBestFirst != engine.rules.limits.rejectsConflicts {
                sorted = gathered.sorted(bestFirst: engine.rules.limits.rejectsConflicts)
                isBestFirst = engine.rules.limits.rejectsConflicts
            }
            evaluate(sorted, picks, shard, number)
        }
    }

    private func evaluate(_ sorted: Gathered, _ picks: [UInt32], _ shard: Int, _ number: Int) {
        let fixes = sorted.fixes
        let batch = ShardFixes(fixes: fixes, batteries: sorted.batteries, picks: picks[...], shard: shard)
        var found = ShardResults()
        found.add(batch, by: engines[number], telling: evaluation.observer(ofEngine: number))
        var full: SortedRun?
        state.attempt(stopping: feed) { state throws(GeofenceError) in
            for pick in found.unused { state.unused[number].append((fixes[Int(pick.pick)], pick.reason)) }
            full = try state.books[number].add(found.records)
            try state.books[number].tellProgress()
        }
        if let full { state.seal([full], stopping: feed) }
    }
}
