/// The findings of a run so far; chunks are entered in order.
struct EvaluationBook {
    private let evaluation: TraceEvaluation
    private let registry: DeviceRegistry
    /// Whether this book's rejects are reported; with several engines, only those of the first are.
    private let isTold: Bool
    var progress = EvaluationProgress()
    private(set) var transitions = TransitionSorter()
    /// The numbers of the inputs that have had a record.
    private var inputsWithRecords: Set<Int> = []
    /// Keeps the transitions beyond the end of the process.
    var log: CheckpointLog?

    init(_ evaluation: TraceEvaluation, _ registry: DeviceRegistry, isTold: Bool) {
        self.evaluation = evaluation
        self.registry = registry
        self.isTold = isTold
    }

    /// A fix that an engine did not use.
    struct Unused {
        /// The number of lines of the current chunk before the record that showed it.
        var line: Int
        var fix: CompactFix
        var reason: Rejection
        /// The origin of the fix's own chunk; `nil` for the current chunk.
        var origin: ChunkOrigin?
    }

    /// Adds transitions; those of one device must come in the order in which they were decided.
    ///
    /// - Returns: A complete run, to be sealed; `nil` if none is complete.
    mutating func add(_ records: [TransitionRecord]) throws(GeofenceError) -> SortedRun? {
        try log?.append(records)
        return transitions.add(records)
    }

    /// Adds transitions that the log already has.
    mutating func addLogged(_ records: [TransitionRecord]) throws(GeofenceError) { try transitions.append(records) }

    /// Enters what the parser found in a chunk and which of its fixes the engine did not use.
    ///
    /// - Returns: The origin of the chunk.
    @discardableResult
    mutating func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        unused: [Unused] = []
    ) throws(GeofenceError) -> ChunkOrigin {
        if job.input != progress.input {
            progress.input = job.input
            progress.lines = 0
        }
        let origin = ChunkOrigin(input: job.input, linesBefore: progress.lines + job.firstLine - 1)
        let path = evaluation.traces[job.input].path
        var rejected = parsed.rejected.map { record in
            (line: record.line, fix: RejectedFix(record, path: path, linesBefore: origin.linesBefore))
        }
        for one in unused { rejected.append((one.line, reject(one.fix, one.reason, one.origin ?? origin))) }
        if !unused.isEmpty {
            // `sorted` does not promise to be stable, so the position decides between equal lines.
            let order = rejected.indices.sorted { (rejected[$0].line, $0) < (rejected[$1].line, $1) }
            rejected = order.map { rejected[$0] }
        }
        for one in rejected { try report(one.fix) }
        if parsed.records > 0 { inputsWithRecords.insert(job.input) }
        progress.lines += parsed.lines
        progress.counts.used += parsed.fixes.count - unused.count
        progress.notes += parsed.notes
        progress.bytes += job.chunk.count
        try tellProgress()
        return origin
    }

    /// Tells the observer what has been read, so that it can end the run.
    func tellProgress() throws(GeofenceError) {
        guard isTold else { return }
        try evaluation.observer.progressed(TraceProgress(records: progress.counts.read, bytes: progress.bytes))
    }

    /// Removes an unused fix from the statistics on used ones.
    private mutating func reject(_ fix: CompactFix, _ reason: Rejection, _ origin: ChunkOrigin) -> RejectedFix {
        progress.notes.count(fix, isUsed: false)
        let path = evaluation.traces[origin.input].path
        return RejectedFix(reason, fix, registry, path: path, linesBefore: origin.linesBefore)
    }

    /// Counts and reports a fix that is not used.
    private mutating func report(_ fix: RejectedFix) throws(GeofenceError) {
        if evaluation.options.isStrict, case .record = fix.content { throw fix.error }
        progress.counts.reject(fix.reason)
        if isTold { try evaluation.observer.rejected(fix) }
    }

    /// Reverses the count of a fix as used, and reports it.
    mutating func reportUnused(
        _ fix: CompactFix,
        _ reason: Rejection,
        from origin: ChunkOrigin
    ) throws(GeofenceError) {
        progress.counts.used -= 1
        try report(reject(fix, reason, origin))
    }

    func result(_ engine: GeofenceEngine, wasSorted: Bool, gone: [Geofence.ID] = []) -> TraceResult {
        TraceResult(
            engine: engine,
            counts: progress.counts,
            notes: progress.notes,
            wasSorted: wasSorted,
            gone: gone,
            inputsWithRecords: inputsWithRecords,
            transitions: transitions,
            log: log
        )
    }
}

/// The origin of a chunk.
struct ChunkOrigin: BitwiseCopyable {
    /// The number of its input.
    var input: Int
    /// The number of lines of the input that come before it.
    var linesBefore: Int
}
