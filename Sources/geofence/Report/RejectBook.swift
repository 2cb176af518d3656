internal import Geofencing
internal import Synchronization

/// Keeps the first rejected records of each reason to be shown, and writes all of them to a file if one is wanted.
final class RejectBook: Sendable {
    private struct State {
        var samples: [Rejection: [RejectedFix]] = [:]
        var counts: [Rejection: Int] = [:]
        var sink: RejectSink?
        /// Where records are shown as they come; `nil` where they are at the end.
        var live: Console?
        /// The hints that were shown.
        var hints: Set<String> = []
    }

    /// How many records of each reason are shown.
    static let sampleLimit = 10

    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: The file to write all records to.
    ///   - mayRestart: Whether `restart()` may be called; a pipe then gets its lines at the end.
    init(path: String?, mayRestart: Bool = false) throws(GeofenceError) {
        let file = try path.map { path throws(GeofenceError) in try OutputFile(path: path, mayRestart: mayRestart) }
        state = Mutex(State(sink: file.map(RejectSink.whole)))
    }

    /// - Parameters:
    ///   - path: The file to append all records to, as they come.
    ///   - console: Where the first of each reason are shown as they come, and how many there are at each power of ten; `nil` for
    ///     nowhere.
    init(appendingTo path: String?, showingOn console: Console?) throws(GeofenceError) {
        state = Mutex(State(sink: try path.map(RejectSink.growing), live: console))
    }

    /// Forgets everything, because all records will come again.
    func restart() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            state.samples = [:]
            state.counts = [:]
            try state.sink?.restart()
        }
    }

    func add(_ fix: RejectedFix) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            let count = state.counts[fix.reason, default: 0] + 1
            state.counts[fix.reason] = count
            if let live = state.live {
                if count <= Self.sampleLimit {
                    live.show(Self.diagnostic(fix, after: &state.hints))
                } else if count.isPowerOfTen {
                    live.line("  ... \(Quantity.grouped(count)) so far [\(fix.reason.rawValue)]")
                }
            } else if count <= Self.sampleLimit {
                state.samples[fix.reason, default: []].append(fix)
            }
            try state.sink?.write(Self.line(fix))
        }
    }

    /// Lets what was added be read, in a file that is appended to or a stream.
    func flush() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try state.sink?.flush() }
    }

    /// Writes out all of the file but its name; see `OutputFile.complete()`.
    func complete() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try state.sink?.complete() }
    }

    /// Commits the file.
    func commit() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            try state.sink?.commit()
            state.sink = nil
        }
    }

    /// How many records were added, by reason.
    var counts: [Rejection: Int] { state.withLock { $0.counts } }

    /// Shows the first records of each reason that have not been shown, and how many more there are.
    func show(on console: Console) {
        let (samples, counts) = state.withLock { ($0.samples, $0.counts) }
        var hints: Set<String> = []
        for reason in Rejection.allCases {
            guard let count = counts[reason] else { continue }
            for fix in samples[reason] ?? [] { console.show(Self.diagnostic(fix, after: &hints)) }
            if count > Self.sampleLimit {
                console.line("  ... and \(Quantity.grouped(count - Self.sampleLimit)) more [\(reason.rawValue)]")
            }
        }
    }

    /// What is shown of a record. What to do about it is said once, not with each record that it holds for.
    private static func diagnostic(_ fix: RejectedFix, after hints: inout Set<String>) -> Diagnostic {
        var diagnostic = Diagnostic(fix)
        if let hint = diagnostic.hint, !hints.insert(hint).inserted { diagnostic.hint = nil }
        return diagnostic
    }

    private static func line(_ fix: RejectedFix) -> String {
        let json = JSONText.object([
            "file": .string(fix.path),
            "line": .number(fix.line),
            "column": fix.column.map { .number($0) },
            "reason": .string(fix.reason.rawValue),
            "message": .string(fix.message),
            "record": record(fix.content),
            "fix": readFix(fix.content),
        ])
        return json.text + "\n"
    }

    /// The record that could not be read.
    private static func record(_ content: RejectedFix.Content) -> JSONText? {
        guard case .record(let bytes) = content, !bytes.isEmpty else { return nil }
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// The fix that was read, with the keys of a trace.
    private static func readFix(_ content: RejectedFix.Content) -> JSONText? {
        guard case .fix(let compact, let registry) = content else { return nil }
        let fix = compact.fix(in: registry)
        return .object([
            "device": .string(fix.device.rawValue),
            "ts_unix_ms": .number(Int(fix.time.unixMilliseconds)),
            "latitude": .number(fix.coordinate.latitude),
            "longitude": .number(fix.coordinate.longitude),
            "h_accuracy_m": fix.horizontalAccuracy.map { .number($0.meters) },
            "seq": fix.sequence.map { .number(Int($0)) },
        ])
    }
}

extension Int {
    fileprivate var isPowerOfTen: Bool {
        var rest = self
        while rest > 1, rest.isMultiple(of: 10) { rest /= 10 }
        return rest == 1
    }
}
