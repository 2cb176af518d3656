internal import Geofencing
internal import Synchronization

/// Keeps the first rejected records of each reason to show them, and writes all of them to a file if requested.
final class RejectBook: Sendable {
    private struct State {
        var samples: [Rejection: [RejectedFix]] = [:]
        var counts: [Rejection: Int] = [:]
        var sink: RejectSink?
        /// Where records are shown as they come; `nil` if they are shown at the end.
        var live: Console?
        /// The hints that have been shown.
        var hints: Set<String> = []
    }

    /// The number of records shown for each reason.
    static let sampleLimit = 10

    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: The file to write all records to.
    ///   - mayRestart: Whether `restart()` may be called; if so, a pipe gets its lines at the end.
    init(path: String?, mayRestart: Bool = false) throws(GeofenceError) {
        let file = try path.map { path throws(GeofenceError) in try OutputFile(path: path, mayRestart: mayRestart) }
        state = Mutex(State(sink: file.map(RejectSink.whole)))
    }

    /// - Parameters:
    ///   - path: The file to append all records to as they come.
    ///   - console: Where the first records of each reason are shown as they come, and the count at each power of ten;
    ///     `nil` to show nothing.
    init(appendingTo path: String?, showingOn console: Console?) throws(GeofenceError) {
        state = Mutex(State(sink: try path.map(RejectSink.continuing), live: console))
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
                    live.show(Diagnostic(fix).hinting(after: &state.hints))
                } else if count.isPowerOfTen {
                    live.line("  ... \(Quantity.grouped(count)) so far [\(fix.reason.rawValue)]")
                }
            } else if count <= Self.sampleLimit {
                state.samples[fix.reason, default: []].append(fix)
            }
            try state.sink?.write(Self.line(fix))
        }
    }

    /// Makes the added records readable, in a file that is appended to or in a stream.
    func flush() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try state.sink?.flush() }
    }

    /// Writes everything to disk except the file's final name; see `OutputFile.complete()`.
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

    /// The number of added records, by reason.
    var counts: [Rejection: Int] { state.withLock { $0.counts } }

    /// Shows the first records of each reason that have not been shown, and how many more there are.
    func show(on console: Console) {
        let (samples, counts) = state.withLock { ($0.samples, $0.counts) }
        var hints: Set<String> = []
        for reason in Rejection.allCases {
            guard let count = counts[reason] else { continue }
            for fix in samples[reason] ?? [] { console.show(Diagnostic(fix).hinting(after: &hints)) }
            if count > Self.sampleLimit {
                console.line("  ... and \(Quantity.grouped(count - Self.sampleLimit)) more [\(reason.rawValue)]")
            }
        }
    }

    private static func line(_ fix: RejectedFix) -> String {
        JSONText.object([
            "file": .string(fix.path),
            "line": .number(fix.line),
            "column": fix.column.map { .number($0) },
            "reason": .string(fix.reason.rawValue),
            "message": .string(fix.message),
            "record": record(fix.content),
            "fix": readFix(fix.content),
        ])
        .line
    }

    /// Returns the record that could not be read.
    private static func record(_ content: RejectedFix.Content) -> JSONText? {
        guard case .record(let bytes) = content, !bytes.isEmpty else { return nil }
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the fix that was read, with the keys of a trace.
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
