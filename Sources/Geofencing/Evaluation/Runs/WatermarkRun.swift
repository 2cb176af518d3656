internal import Synchronization

/// One pass over a stream whose fixes may be late up to a limit: fixes wait that long for each other, and later ones
/// are not used. Of the stream, only the positions of its chunks stay in memory, some 16 bytes for half a million.
///
/// Threads parse in parallel; fixes are put in order and evaluated one chunk after another.
final class WatermarkRun: Sendable {
    private struct State: SharedRunState {
        /// One for each engine.
        var books: [EvaluationBook]
        var queues: [Queue]
        var failure: GeofenceError?
        /// The origin of each chunk.
        var origins: [ChunkOrigin] = []
        var picks = ShardPicks()
    }

    /// The fixes that wait for each other on behalf of some of the engines: those whose limits are the same.
    private struct Queue {
        /// By their numbers.
        let engines: [Int]
        private var reorderer: CompactReorderer
        /// The battery charges that came with the waiting fixes, if charges are read.
        private var batteries: [RecordKey: BatteryCharge] = [:]

        init(_ limits: FixLimits, engines: [Int], lateness: Int64) {
            self.engines = engines
            reorderer = CompactReorderer(lateness: lateness, limits: limits)
        }

        /// Adds the fixes of a chunk, and hands on those that need not wait any longer.
        mutating func take(_ parsed: ParsedFixes, of turn: Int) -> Ready {
            var ready = Ready()
            for (position, var fix) in parsed.fixes.enumerated() {
                fix.input = UInt32(turn)
                if let reason = reorderer.add(fix, to: &ready.fixes) {
                    ready.unused.append(EvaluationBook.Unused(line: Int(fix.line), fix: fix, reason: reason))
                } else {
                    if parsed.hasBatteries { batteries[RecordKey(fix)] = parsed.batteries[position] }
                    while ready.lines.count < ready.fixes.count { ready.lines.append(Int(fix.line)) }
                }
            }
            ready.batteries = takeBatteries(of: ready.fixes)
            return ready
        }

        /// Hands on all fixes that still wait.
        mutating func flush() -> Ready {
            var ready = Ready()
            reorderer.flush(to: &ready.fixes)
            ready.batteries = takeBatteries(of: ready.fixes)
            return ready
        }

        /// Removes and returns the charges of fixes that no longer wait; empty if none are read.
        private mutating func takeBatteries(of fixes: [CompactFix]) -> [BatteryCharge] {
            guard !batteries.isEmpty else { return [] }
            return fixes.map { batteries.removeValue(forKey: RecordKey($0)) ?? .unknown }
        }
    }

    /// The position of a record: the number of its chunk and the line within it.
    private struct RecordKey: Hashable {
        let chunk: UInt32
        let line: UInt32

        init(_ fix: CompactFix) {
            chunk = fix.input
            line = fix.line
        }
    }

    /// Fixes that need not wait any longer, in the order in which they were handed on.
    private struct Ready {
        var fixes: [CompactFix] = []
        /// Their battery charges; empty if none are read.
        var batteries: [BatteryCharge] = []
        /// For each fix, the number of lines of the current chunk before the record that released it.
        var lines: [Int] = []
        /// The fixes that did not wait because they are not used.
        var unused: [EvaluationBook.Unused] = []
    }

    private let engines: [GeofenceEngine]
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let last = TurnGate()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - engines: At least one; all must have the same registry.
    ///   - lateness: In milliseconds.
    init(engines: [GeofenceEngine], feed: ChunkFeed, lateness: Int64, evaluation: TraceEvaluation) {
        self.engines = engines
        self.feed = feed
        self.evaluation = evaluation
        let numbers = Dictionary(grouping: engines.indices) { engines[$0].rules.limits }
        let queues = numbers.map { Queue($0, engines: $1, lateness: lateness) }.sorted { $0.engines[0] < $1.engines[0] }
        state = Mutex(State(books: evaluation.books(engines[0].registry), queues: queues))
    }

    /// Evaluates everything and returns a result for each engine.
    func run() throws(GeofenceError) -> [TraceResult] {
        evaluation.runOnThreads { _ in self.work() }
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure ?? feed.failure { throw failure }
            try finish(&state)
            return zip(engines, state.books).map { $1.result($0, wasSorted: false) }
        }
    }

    private func work() {
        state.parseChunks(of: feed, engines[0].registry) { job, parsed in
            last.pass(job.turn) {
                state.attempt(stopping: feed) { state throws(GeofenceError) in try enter(job, parsed, &state) }
            }
        }
    }

    private func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        _ state: inout State
    ) throws(GeofenceError) {
        var origin: ChunkOrigin?
        for queue in state.queues.indices {
            let ready = state.queues[queue].take(parsed, of: job.turn)
            for number in state.queues[queue].engines {
                let found = evaluate(ready, number, &state.picks)
                let later = found.unused.map { pick in
                    let fix = ready.fixes[Int(pick.pick)]
                    return EvaluationBook.Unused(
                        line: ready.lines[Int(pick.pick)],
                        fix: fix,
                        reason: pick.reason,
                        origin: Int(fix.input) < state.origins.count ? state.origins[Int(fix.input)] : nil
                    )
                }
                origin = try state.books[number].enter(job, parsed, unused: ready.unused + later)
                try state.books[number].add(found.records)?.seal()
            }
        }
        if let origin { state.origins.append(origin) }
    }

    /// Evaluates the fixes that still wait.
    private func finish(_ state: inout State) throws(GeofenceError) {
        for queue in state.queues.indices {
            let rest = state.queues[queue].flush()
            for number in state.queues[queue].engines {
                let found = evaluate(rest, number, &state.picks)
                for pick in found.unused {
                    let fix = rest.fixes[Int(pick.pick)]
                    try state.books[number].reportUnused(fix, pick.reason, from: state.origins[Int(fix.input)])
                }
                try state.books[number].add(found.records)?.seal()
            }
        }
    }

    private func evaluate(_ ready: Ready, _ number: Int, _ picks: inout ShardPicks) -> ShardResults {
        var found = ShardResults()
        picks.sort(ready.fixes.span)
        for shard in 0..<DeviceRegistry.shardCount {
            let positions = picks.positions(of: shard)
            guard !positions.isEmpty else { continue }
            let batch = ShardFixes(fixes: ready.fixes, batteries: ready.batteries, picks: positions, shard: shard)
            found.add(batch, by: engines[number], telling: evaluation.observer(ofEngine: number))
        }
        // They are sorted by shard so far; in stream order they do not depend on how the stream was cut into chunks.
        found.unused.sort { $0.pick < $1.pick }
        return found
    }
}
