/// The progress of an evaluation: what the engine knew after some chunks of the inputs, and where the transitions
/// decided until then are.
struct EvaluationCheckpoint: Sendable {
    static let kind = StateKind(mark: "GFCHECK\n", version: 5, name: "checkpoint")

    /// How far each input that was begun has been read; the last one is to be continued.
    var inputs: [InputPosition] = []
    var progress = EvaluationProgress()
    /// The number of bytes of the log that belong to it.
    var logLength = 0
    /// The geofences that the log refers to, by their number there.
    var logFences: [Geofence.ID] = []
    /// The devices of each shard of the registry in order of their slots, by which the log refers to them.
    var devices: [[DeviceID]] = []
    /// The engine's state, encoded.
    var state: [UInt8] = []

    init() {}

    init(decoding bytes: [UInt8]) throws(GeofenceError) {
        var reader = try StateReader(bytes, as: Self.kind)
        inputs = try reader.list { reader throws(GeofenceError) in
            InputPosition(chunks: try reader.count(), digest: Digest(try reader.integer()))
        }
        progress = try reader.progress()
        logLength = try reader.count()
        logFences = try reader.list { reader throws(GeofenceError) in Geofence.ID(try reader.string()) }
        devices = try reader.list { reader throws(GeofenceError) in
            try reader.list { reader throws(GeofenceError) in DeviceID(try reader.string()) }
        }
        state = try reader.blob()
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = StateWriter()
        writer.append(list: inputs) { writer, input in
            writer.append(Int64(input.chunks))
            writer.append(input.digest.value)
        }
        writer.append(progress)
        writer.append(Int64(logLength))
        writer.append(list: logFences) { writer, id in writer.append(id.rawValue) }
        writer.append(list: devices) { writer, names in
            writer.append(list: names) { writer, name in writer.append(name.rawValue) }
        }
        writer.append(blob: state)
        return writer.sealed(as: Self.kind)
    }
}

/// The number of chunks of an input that have been read, and a hash of them.
struct InputPosition: Sendable, Hashable {
    var chunks = 0
    var digest = Digest()
}

extension StateWriter {
    fileprivate mutating func append(_ progress: EvaluationProgress) {
        append(Int64(progress.counts.used))
        append(list: progress.counts.rejected.sorted { $0.key.rawValue < $1.key.rawValue }) { writer, entry in
            writer.append(element: entry.key)
            writer.append(Int64(entry.value))
        }
        for number in [
            progress.notes.nullIslands, progress.notes.unknownAccuracies, progress.notes.wrappedLongitudes,
            progress.notes.droppedFields, progress.bytes, progress.input, progress.lines,
        ] {
            append(Int64(number))
        }
    }
}

extension StateReader {
    fileprivate mutating func progress() throws(GeofenceError) -> EvaluationProgress {
        var progress = EvaluationProgress()
        progress.counts.used = try count()
        let rejected = try list { reader throws(GeofenceError) in
            (try reader.element(of: Rejection.self), try reader.count())
        }
        for (reason, count) in rejected { progress.counts.reject(reason, count: count) }
        progress.notes.nullIslands = try count()
        progress.notes.unknownAccuracies = try count()
        progress.notes.wrappedLongitudes = try count()
        progress.notes.droppedFields = try count()
        progress.bytes = try count()
        progress.input = try count()
        progress.lines = try count()
        return progress
    }

    fileprivate mutating func count() throws(GeofenceError) -> Int { try number(in: 0...1 << 48) }
}
