internal import Synchronization

/// Hands out the chunks of several inputs in order to whichever thread asks next.
final class ChunkFeed: Sendable {
    /// One chunk and how to read it.
    struct Job: Sendable {
        /// The chunk's number among all.
        var turn: Int
        /// The number of its input.
        var input: Int
        var chunk: RecordChunk
        var parser: FixParser
        /// The line on which the input's first chunk starts, from 1.
        var firstLine: Int

        /// Parses the chunk.
        func parse(devices: inout DeviceCache, into parsed: inout ParsedFixes) {
            let start = ContinuousClock.now
            parser.parse(chunk, devices: &devices, into: &parsed)
            PerformanceMonitor.shared.record(.parse, ContinuousClock.now - start, count: parsed.records)
        }
    }

    private struct State {
        var input = 0
        var reader: TraceReader?
        var turn = 0
        var isStopped = false
        /// Where chunks of standard input are kept, since it cannot be read twice.
        var kept: KeptChunks?
        var keptPosition = 0
    }

    private let paths: [String]
    private let chunkSize: Int
    private let keepsStandardInput: Bool
    private let state = Mutex(State())

    /// - Parameter keepsStandardInput: Whether `rewind` will be able to go back to the beginning of standard input.
    init(_ paths: [String], chunkSize: Int, keepsStandardInput: Bool) {
        self.paths = paths
        self.chunkSize = chunkSize
        self.keepsStandardInput = keepsStandardInput
    }

    /// The next chunk, or `nil` after the last one or once stopped.
    ///
    /// - Parameter storage: The bytes of a chunk that is done with, to be used again.
    func next(recycling storage: inout [UInt8]) throws(GeofenceError) -> Job? {
        try state.withLock { state throws(GeofenceError) in
            while !state.isStopped, state.input < paths.count {
                if let job = try self.job(&state, &storage) { return job }
                state.reader = nil
                state.input += 1
            }
            return nil
        }
    }

    /// Hands out no further chunks.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Starts again from the first input.
    func rewind() {
        state.withLock { state in
            state.reader = nil
            state.input = 0
            state.turn = 0
            state.keptPosition = 0
            state.isStopped = false
        }
    }

    private func job(_ state: inout State, _ storage: inout [UInt8]) throws(GeofenceError) -> Job? {
        let path = paths[state.input]
        let isKept = path == "-" && keepsStandardInput
        if isKept, state.kept == nil { state.kept = KeptChunks(try TraceReader(path: path, chunkSize: chunkSize)) }
        if isKept, let kept = state.kept {
            guard let chunk = try kept.chunk(state.keptPosition) else { return nil }
            state.keptPosition += 1
            return finish(chunk, kept.reader, &state)
        }
        if state.reader == nil { state.reader = try TraceReader(path: path, chunkSize: chunkSize) }
        guard let reader = state.reader, let chunk = try reader.nextChunk(recycling: &storage) else { return nil }
        return finish(chunk, reader, &state)
    }

    private func finish(_ chunk: RecordChunk, _ reader: TraceReader, _ state: inout State) -> Job {
        defer { state.turn += 1 }
        return Job(
            turn: state.turn,
            input: state.input,
            chunk: chunk,
            parser: reader.parser,
            firstLine: reader.firstLine
        )
    }
}

/// The chunks of an input that cannot be read twice, kept in a temporary file.
private final class KeptChunks {
    let reader: TraceReader
    private var file: SpillFile<UInt8>?
    private var chunks: [(start: Int, chunk: RecordChunk)] = []

    init(_ reader: TraceReader) {
        self.reader = reader
    }

    /// The chunk of this number: kept, or read and kept now.
    func chunk(_ number: Int) throws(GeofenceError) -> RecordChunk? {
        if file == nil { file = try SpillFile() }
        guard let file else { return nil }
        guard number == chunks.count else {
            var chunk = chunks[number].chunk
            let end = number + 1 < chunks.count ? chunks[number + 1].start : file.count
            chunk.bytes = try file.read(from: chunks[number].start, limit: end - chunks[number].start)
            return chunk
        }
        var storage: [UInt8] = []
        guard let chunk = try reader.nextChunk(recycling: &storage) else { return nil }
        var header = chunk
        header.bytes = []
        chunks.append((file.count, header))
        try file.append(chunk.bytes)
        return chunk
    }
}
