internal import Synchronization

/// One pass over a stream whose fixes may be late by so much: they wait that long for each other, in memory that does not
/// grow with the stream; what is later is not used.
///
/// Threads parse side by side; fixes are put in order and evaluated one chunk after the other.
final class WatermarkRun: Sendable {
    private struct State: SharedRunState {
        /// One for each engine.
        var books: [EvaluationBook]
        var reorderer: CompactReorderer
        var failure: GeofenceError?
        /// For each chunk where it is.
        var origins: [ChunkOrigin] = []
        var picks = ShardPicks()
        /// The charges that came with the fixes that wait, where charges are read.
        var batteries: [RecordPlace: BatteryCharge] = [:]

        /// The charges of fixes that wait no longer; empty where none are read.
        mutating func takeBatteries(of fixes: [CompactFix]) -> [BatteryCharge] {
            guard !batteries.isEmpty else { return [] }
            return fixes.map { batteries.removeValue(forKey: RecordPlace($0)) ?? .unknown }
        }
    }

    /// Where a record is: the number of its chunk and the line in it.
    private struct RecordPlace: Hashable {
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
        /// For each how many lines of the present chunk lie before the record that let it go.
        var lines: [Int] = []
        var late: [EvaluationBook.Unused] = []
    }

    private let engines: [GeofenceEngine]
    private let feed: ChunkFeed
    private let evaluation: TraceEvaluation
    private let last = TurnGate()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - engines: At least one; all with the same registry.
    ///   - lateness: In milliseconds.
    init(engines: [GeofenceEngine], feed: ChunkFeed, lateness: Int64, evaluation: TraceEvaluation) {
        self.engines = engines
        self.feed = feed
        self.evaluation = evaluation
        let bestFirst = engines.contains { $0.rules.limits.rejectsConflicts }
        let reorderer = CompactReorderer(lateness: lateness, bestFirst: bestFirst)
        state = Mutex(State(books: evaluation.books(engines[0].registry), reorderer: reorderer))
    }

    /// Evaluates everything, with a result for each engine.
    func run() throws(GeofenceError) -> [TraceResult] {
        evaluation.onThreads { _ in self.work() }
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure }
            try finish(&state)
            return zip(engines, state.books).map { $1.result($0, wasSorted: false) }
        }
    }

    private func work() {
        var cache = DeviceCache(engines[0].registry)
        var parsed = ParsedFixes()
        var storage: [UInt8] = []
        while let job = state.nextJob(of: feed, recycling: &storage) {
            job.parse(devices: &cache, into: &parsed)
            last.pass(job.turn) {
                state.attempt(stopping: feed) { state throws(GeofenceError) in try enter(job, parsed, &state) }
            }
            storage = job.chunk.bytes
        }
    }

    private func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        _ state: inout State
    ) throws(GeofenceError) {
        var ready = Ready()
        for (position, var fix) in parsed.fixes.enumerated() {
            fix.input = UInt32(job.turn)
            if state.reorderer.add(fix, to: &ready.fixes) {
                if parsed.hasBatteries { state.batteries[RecordPlace(fix)] = parsed.batteries[position] }
                while ready.lines.count < ready.fixes.count { ready.lines.append(Int(fix.line)) }
            } else {
                ready.late.append(EvaluationBook.Unused(line: Int(fix.line), fix: fix, reason: .late))
            }
        }
        let batteries = state.takeBatteries(of: ready.fixes)
        for (number, engine) in engines.enumerated() {
            let found = evaluate(ready.fixes, batteries, engine, number, &state.picks)
            let later = found.unused.map { pick in
                let fix = ready.fixes[Int(pick.pick)]
                return EvaluationBook.Unused(
                    line: ready.lines[Int(pick.pick)],
                    fix: fix,
                    reason: pick.reason,
                    origin: Int(fix.input) < state.origins.count ? state.origins[Int(fix.input)] : nil
                )
            }
            let origin = try state.books[number].enter(job, parsed, unused: ready.late + later)
            try state.books[number].add(found.records)?.seal()
            if number == engines.count - 1 { state.origins.append(origin) }
        }
    }

    /// Evaluates what still waits.
    private func finish(_ state: inout State) throws(GeofenceError) {
        var rest: [CompactFix] = []
        state.reorderer.flush(to: &rest)
        let batteries = state.takeBatteries(of: rest)
        for (number, engine) in engines.enumerated() {
            let found = evaluate(rest, batteries, engine, number, &state.picks)
            for pick in found.unused {
                let fix = rest[Int(pick.pick)]
                try state.books[number].reportUnused(fix, pick.reason, from: state.origins[Int(fix.input)])
            }
            try state.books[number].add(found.records)?.seal()
        }
    }

    private func evaluate(
        _ fixes: [CompactFix],
        _ batteries: [BatteryCharge],
        _ engine: GeofenceEngine,
        _ number: Int,
        _ picks: inout ShardPicks
    ) -> Findings {
        var found = Findings()
        picks.sort(fixes.span)
        for shard in 0..<DeviceRegistry.shardCount {
            let positions = picks.positions(of: shard)
            guard !positions.isEmpty else { continue }
            let batch = ShardFixes(fixes: fixes, batteries: batteries, picks: positions, shard: shard)
            found.add(batch, by: engine, telling: evaluation.observer(ofEngine: number))
        }
        // By shard so far; in the order of the stream they do not depend on how it was cut.
        found.unused.sort { $0.pick < $1.pick }
        return found
    }
}
