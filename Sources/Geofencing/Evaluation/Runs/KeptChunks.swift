/// The chunks of an input that cannot be read twice, kept in a temporary file.
final class KeptChunks {
    let reader: TraceReader
    private var file: SpillFile<UInt8>?
    private var chunks: [(start: Int, chunk: RecordChunk)] = []
    /// The number of the next chunk.
    private var position = 0

    init(_ reader: TraceReader) {
        self.reader = reader
    }

    /// Makes the next chunk the first one again.
    func rewind() { position = 0 }

    /// Returns the next chunk, either a kept one or one that is read and kept now; `nil` after the last.
    func next() throws(GeofenceError) -> RecordChunk? {
        guard let chunk = try chunk(position) else { return nil }
        position += 1
        return chunk
    }

    /// Returns chunk `number`; all chunks before it must have been kept.
    private func chunk(_ number: Int) throws(GeofenceError) -> RecordChunk? {
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
