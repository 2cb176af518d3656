/// What a run has found so far; chunks are entered in order.
struct EvaluationBook {
    private let evaluation: TraceEvaluation
    private(set) var counts = FixCounts()
    private(set) var nullIslands = 0
    private(set) var wrappedLongitudes = 0
    private var bytes = 0
    private var input = 0
    private var lines = 0
    var transitions = TransitionSorter()

    init(_ evaluation: TraceEvaluation) {
        self.evaluation = evaluation
    }

    /// Enters what the parser found in a chunk and what the engine did not use of it.
    ///
    /// - Returns: The number of lines that come before the chunk in its input.
    @discardableResult
    mutating func enter(
        _ job: ChunkFeed.Job,
        _ parsed: ParsedFixes,
        unused: [RejectedPick] = []
    ) throws(GeofenceError) -> Int {
        if job.input != input {
            input = job.input
            lines = 0
        }
        let before = lines + job.firstLine - 1
        let path = evaluation.paths[job.input]
        var rejected = parsed.rejected.map { RejectedFix($0, path: path, linesBefore: before) }
        rejected += unused.map { RejectedFix($0, parsed.fixes[Int($0.pick)], path: path, linesBefore: before) }
        if !unused.isEmpty { rejected.sort { $0.line < $1.line } }
        for fix in rejected { try report(fix) }
        lines += parsed.lines
        counts.used += parsed.fixes.count - unused.count
        nullIslands += parsed.nullIslands
        wrappedLongitudes += parsed.wrappedLongitudes
        bytes += job.chunk.count
        evaluation.observer.progressed(counts.read, bytes)
        return before
    }

    /// Counts and tells of a fix that is not used.
    mutating func report(_ fix: RejectedFix) throws(GeofenceError) {
        if evaluation.options.isStrict, !fix.reason.isAboutAReadFix { throw fix.error }
        counts.reject(fix.reason)
        try evaluation.observer.rejected(fix)
    }

    /// Takes back that a fix was used, and tells of it.
    mutating func reportUnused(_ fix: RejectedFix) throws(GeofenceError) {
        counts.used -= 1
        try report(fix)
    }

    func result(_ engine: GeofenceEngine, wasSorted: Bool) -> TraceResult {
        TraceResult(
            engine: engine,
            counts: counts,
            nullIslands: nullIslands - (counts.rejected[.nullIsland] ?? 0),
            wrappedLongitudes: wrappedLongitudes,
            wasSorted: wasSorted,
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
