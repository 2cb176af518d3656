/// How much of the inputs was read, and what of it was used.
struct EvaluationProgress: Sendable {
    var counts = FixCounts()
    var nullIslands = 0
    var wrappedLongitudes = 0
    var bytes = 0
    var input = 0
    /// Of the present input.
    var lines = 0
}

/// What a run has found so far; chunks are entered in order.
struct EvaluationBook {
    private let evaluation: TraceEvaluation
    var progress = EvaluationProgress()
    private(set) var transitions = TransitionSorter()
    /// Keeps the transitions beyond the end of the process.
    var log: CheckpointLog?

    init(_ evaluation: TraceEvaluation) {
        self.evaluation = evaluation
    }

    /// Adds transitions; those of one device must come in the order in which they were decided.
    mutating func add(_ records: [TransitionRecord]) throws(GeofenceError) {
        try transitions.append(records)
        try log?.append(records)
    }

    /// Adds transitions that the log has already.
    mutating func addLogged(_ records: [TransitionRecord]) throws(GeofenceError) { try transitions.append(records) }

    /// Enters what the parser found in a chunk and what the engine did not use of it.
    ///
    /// - Returns: The number of lines that come before the chunk in its input.
    @discardableResult
    mutating func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        unused: [RejectedPick] = []
    ) throws(GeofenceError) -> Int {
        if job.input != progress.input {
            progress.input = job.input
            progress.lines = 0
        }
        let before = progress.lines + job.firstLine - 1
        let path = evaluation.paths[job.input]
        var rejected = parsed.rejected.map { RejectedFix($0, path: path, linesBefore: before) }
        rejected += unused.map { RejectedFix($0, parsed.fixes[Int($0.pick)], path: path, linesBefore: before) }
        if !unused.isEmpty { rejected.sort { $0.line < $1.line } }
        for fix in rejected { try report(fix) }
        progress.lines += parsed.lines
        progress.counts.used += parsed.fixes.count - unused.count
        progress.nullIslands += parsed.nullIslands
        progress.wrappedLongitudes += parsed.wrappedLongitudes
        progress.bytes += job.chunk.count
        evaluation.observer.progressed(progress.counts.read, progress.bytes)
        return before
    }

    /// Counts and tells of a fix that is not used.
    mutating func report(_ fix: RejectedFix) throws(GeofenceError) {
        if evaluation.options.isStrict, !fix.reason.isAboutAReadFix { throw fix.error }
        progress.counts.reject(fix.reason)
        try evaluation.observer.rejected(fix)
    }

    /// Takes back that a fix was used, and tells of it.
    mutating func reportUnused(_ fix: RejectedFix) throws(GeofenceError) {
        progress.counts.used -= 1
        try report(fix)
    }

    func result(_ engine: GeofenceEngine, wasSorted: Bool, gone: [Geofence.ID] = []) -> TraceResult {
        TraceResult(
            engine: engine,
            counts: progress.counts,
            nullIslands: progress.nullIslands - (progress.counts.rejected[.nullIsland] ?? 0),
            wrappedLongitudes: progress.wrappedLongitudes,
            wasSorted: wasSorted,
            gone: gone,
            transitions: transitions
        )
    }
}

extension RejectedFix {
    /// A record of a chunk with this many lines before it in its file.
    package init(_ record: RejectedRecord, path: String, linesBefore: Int) {
        self.init(
            path: path,
            line: linesBefore + record.line + 1,
            column: record.column,
            reason: record.reason,
            message: record.message,
            recovery: record.recovery,
            raw: record.raw
        )
    }

    init(_ unused: RejectedPick, _ fix: CompactFix, path: String, linesBefore: Int) {
        let (message, recovery) = unused.reason.advice
        self.init(
            path: path,
            line: linesBefore + Int(fix.line) + 1,
            column: nil,
            reason: unused.reason,
            message: message,
            recovery: recovery,
            raw: []
        )
    }
}

extension Rejection {
    /// Whether the record was read well, and the fix in it is not used.
    fileprivate var isAboutAReadFix: Bool {
        switch self {
        case .nullIsland, .future, .tooOld, .impossibleSpeed, .inaccurate, .late, .duplicate, .conflicting: true
        default: false
        }
    }

    /// What is wrong with a fix that was read well, and what to do about it.
    fileprivate var advice: (message: String, recovery: String) {
        switch self {
        case .nullIsland:
            ("the fix is at latitude 0, longitude 0", "Use --null-island use if the device was there.")
        case .future: ("the fix is later than --latest", "Check the device's clock.")
        case .tooOld: ("the fix is earlier than --earliest", "Check the device's clock.")
        case .impossibleSpeed:
            ("the device would have moved faster than --reject-speed", "Give a higher speed if it can be.")
        case .inaccurate: ("the fix is coarser than --reject-accuracy", "Give a larger accuracy to use it.")
        case .late: ("the fix is older than the device's last one", "Sort the input, or use --order input.")
        case .conflicting:
            ("the device has another place at the same time", "Nothing: the fix with the best accuracy is used.")
        default: ("the fix was seen before", "Nothing: a repeat changes nothing.")
        }
    }
}
