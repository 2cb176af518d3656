/// The transitions of an evaluation that keeps checkpoints, in the order in which they were decided, in a file.
///
/// Geofences have numbers private to the log, so that a run that continues with other geofences need not rewrite it.
final class CheckpointLog {
    /// The bytes at the beginning of a log, which distinguish it from other files.
    static let mark = Array("GFCHLOG\n".utf8)
    private static let recordLength = 77
    /// The bytes of count and checksum.
    private static let headerLength = 12

    private let file: AppendedFile
    /// By number.
    private(set) var fences: [Geofence.ID]
    private let firstNumbers: [UInt32]?
    private var numbers: [UInt32: UInt32] = [:]
    private lazy var numbersByID = Dictionary(fences.enumerated().map { ($1, UInt32($0)) }) { first, _ in first }

    /// Truncates the file of a log to the length that a checkpoint knows.
    ///
    /// - Parameter fences: The engine's geofences by handle.
    init(
        _ file: AppendedFile,
        keeping length: Int,
        logFences: [Geofence.ID],
        fences: [Geofence.ID]
    ) throws(GeofenceError) {
        self.file = file
        guard file.length >= length else { throw Self.damaged(file.path) }
        try file.cut(to: length)
        self.fences = logFences.isEmpty ? fences : logFences
        if length == 0 { file.buffer = Self.mark }
        // As a rule the geofences are the same and have the same numbers; new ones get the next numbers.
        guard self.fences != fences else {
            firstNumbers = nil
            return
        }
        var known = Dictionary(logFences.enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
        var firstNumbers: [UInt32] = []
        for id in fences {
            let number = known[id] ?? UInt32(self.fences.count)
            if number == self.fences.count {
                known[id] = number
                self.fences.append(id)
            }
            firstNumbers.append(number)
        }
        self.firstNumbers = firstNumbers
    }

    var length: Int { file.length }

    /// Gives an additional handle of the engine the number of a geofence that no longer exists.
    func assign(handle: UInt32, to id: Geofence.ID) {
        numbers[handle] = numbersByID[id]
    }

    /// Appends transitions, whose geofences are given by handles of the engine.
    func append(_ records: [TransitionRecord]) throws(GeofenceError) {
        guard !records.isEmpty else { return }
        var body = StateWriter()
        for record in records {
            var numbered = record
            numbered.fence = number(of: record.fence)
            body.append(numbered)
        }
        var header = StateWriter()
        header.append(UInt32(records.count))
        header.append(checksum(of: body.bytes.span))
        file.buffer += header.bytes
        file.buffer += body.bytes
        if file.buffer.count > 1 << 20 { try file.flush() }
    }

    private func number(of handle: UInt32) -> UInt32 {
        if let number = numbers[handle] { return number }
        guard let firstNumbers, Int(handle) < firstNumbers.count else { return handle }
        return firstNumbers[Int(handle)]
    }

    /// Waits until everything is on the disk.
    func sync() throws(GeofenceError) { try file.sync() }

    /// Passes all transitions to `body`, with geofences given by numbers of the log.
    func read(_ body: ([TransitionRecord]) throws(GeofenceError) -> Void) throws(GeofenceError) {
        var rest: [UInt8] = []
        var isBegun = false
        try file.forEachPiece { piece throws(GeofenceError) in
            rest += piece
            var start = isBegun ? 0 : Self.mark.count
            isBegun = true
            guard start <= rest.count else { throw damaged }
            while let end = Self.frameEnd(rest, from: start) {
                try body(try self.records(Array(rest[start..<end])))
                start = end
            }
            rest.removeFirst(start)
        }
        guard rest.isEmpty else { throw damaged }
    }

    private static func frameEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count - start >= headerLength else { return nil }
        var count = 0
        for index in (0..<4).reversed() { count = count << 8 | Int(bytes[start + index]) }
        let end = start + headerLength + count * recordLength
        return end <= bytes.count ? end : nil
    }

    private func records(_ frame: [UInt8]) throws(GeofenceError) -> [TransitionRecord] {
        var reader = StateReader(plain: frame, name: "log of the checkpoint")
        let count: UInt32 = try reader.integer()
        let sum: UInt64 = try reader.integer()
        guard sum == checksum(of: frame.span.extracting(Self.headerLength..<frame.count)) else { throw damaged }
        var records: [TransitionRecord] = []
        records.reserveCapacity(Int(count))
        for _ in 0..<count { records.append(try reader.transition(fences: fences.count)) }
        return records
    }

    var damaged: GeofenceError { Self.damaged(file.path) }

    private static func damaged(_ path: String) -> GeofenceError {
        GeofenceError(
            .invalidState,
            "the log of the checkpoint is damaged",
            at: InputLocation(file: path),
            recovery: "Remove it and the checkpoint, and start over."
        )
    }
}

extension StateWriter {
    fileprivate mutating func append(_ record: TransitionRecord) {
        append(record.time)
        append(record.decidedTime)
        append(record.latitude)
        append(record.longitude)
        append(record.device)
        append(record.fence)
        append(element: record.kind)
        append(element: record.cause)
        append(record.isInferred)
        append(element: record.enterCause)
        append(record.isMuted)
        append(record.earliest)
        append(record.latest)
        append(record.visitStart)
        append(record.ordinal)
        append(record.visitOrdinal)
    }
}

extension StateReader {
    fileprivate mutating func transition(fences: Int) throws(GeofenceError) -> TransitionRecord {
        var record = TransitionRecord(
            time: try integer(),
            decidedTime: try integer(),
            latitude: try double(),
            longitude: try double(),
            device: try integer(),
            fence: try index(below: fences),
            kind: try element(of: Transition.Kind.self),
            cause: try element(of: Transition.Cause.self)
        )
        record.isInferred = try bool()
        record.enterCause = try element(of: Transition.Cause.self)
        record.isMuted = try bool()
        record.earliest = try integer()
        record.latest = try integer()
        record.visitStart = try integer()
        record.ordinal = try integer()
        record.visitOrdinal = try integer()
        return record
    }
}
