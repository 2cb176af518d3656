/// Cuts an input into chunks of whole records.
///
/// A record ends with a line feed; in CSV, with one outside quotes.
final class RecordReader {
    /// The number of bytes read before the format is detected and the header is located, whatever the chunk size.
    static let headSize = 65_536

    /// The maximum length of a trace record in bytes.
    static let recordLimit = 1 << 20

    private let chunkSize: Int
    private let recordLimit: Int
    private let quotedLimit: Int
    /// What was read and is not in a chunk yet.
    private var text: TextBuffer
    /// Memory for what follows the records of a chunk.
    private var rest: [UInt8] = []
    private var isDone = false

    /// The delimiter of CSV, where a quoted line feed does not end a record; `nil` for other formats.
    var delimiter: UInt8?

    /// Starts reading, up to the size of the head.
    ///
    /// - Parameters:
    ///   - recordLimit: The maximum length of a record.
    ///   - quotedLimit: The maximum length of a record that continues after a line feed in quotes.
    init(
        _ input: InputFile,
        chunkSize: Int,
        recordLimit: Int = recordLimit,
        quotedLimit: Int = ByteScanner.quotedRecordLimit
    ) throws(GeofenceError) {
        self.recordLimit = recordLimit
        self.quotedLimit = quotedLimit
        self.chunkSize = max(64, chunkSize)
        text = TextBuffer(input)
        if let failure = text.failure, text.count == 0 { throw failure }
        if text.bytes[..<text.count].starts(with: UInt8.byteOrderMark) { drop(UInt8.byteOrderMark.count) }
    }

    var path: String { text.input.path }

    /// Whether carriage returns end the records; they have been replaced with line feeds.
    var usesCarriageReturns: Bool { text.usesCarriageReturns }

    /// Calls `body` with a scanner of the unread beginning of the input, and whether that is all of it.
    func peek<Result>(
        _ body: (inout ByteScanner, _ isAll: Bool) throws(GeofenceError) -> Result
    ) throws(GeofenceError) -> Result {
        let isAll = text.isEnded
        text.terminate()
        do throws(GeofenceError) {
            return try withScanner(of: text.bytes, count: text.count) { scanner throws(GeofenceError) in
                try body(&scanner, isAll)
            }
        } catch {
            // The error may only be due to the reading that failed in the middle of the beginning.
            throw text.failure ?? error
        }
    }

    /// Discards the first `count` bytes of the unread input.
    func drop(_ count: Int) { text.drop(count) }

    /// Returns the next records, or `nil` after the last. `storage` is an array to reuse, from a chunk that is no
    /// longer needed.
    func next(recycling storage: inout [UInt8]) throws(GeofenceError) -> RecordChunk? {
        if isDone {
            if let failure = text.failure { throw failure }
            return nil
        }
        move(to: &storage)
        var target = chunkSize
        while true {
            text.fill(to: target)
            if let cut = try lastRecordEnd(in: min(text.count, target)) { return take(cut) }
            if text.isEnded, text.count <= target { return try takeRest() }
            guard target <= recordLimit else { return takeOversized() }
            target *= 2
        }
    }

    /// Returns the offset after the last record that is complete in the first `count` bytes.
    private func lastRecordEnd(in count: Int) throws(GeofenceError) -> Int? {
        guard count > 0 else { return nil }
        let isFinal = text.isEnded && count == text.count
        // A scanner needs a line feed after the text.
        let displaced = text.bytes[count]
        text.bytes[count] = .lineFeed
        defer { text.bytes[count] = displaced }
        return try withScanner(of: text.bytes, count: count) { scanner throws(GeofenceError) in
            guard let delimiter, scanner.firstOffset(of: .quote, from: 0) != nil else {
                return scanner.lastLineFeed().map { $0 + 1 }
            }
            var end = 0
            var search = QuoteSearch()
            while let next = scanner.recordEnd(
                from: end,
                delimiter: delimiter,
                isFinal: isFinal,
                quotedLimit: quotedLimit,
                after: &search
            ), next < count {
                end = next + 1
            }
            return end == 0 ? nil : end
        }
    }

    /// Continues in `storage`, which is in the cache of the caller's processor; the buffer that the last chunk was cut
    /// from is in that of another processor.
    private func move(to storage: inout [UInt8]) {
        swap(&text.bytes, &storage)
        text.makeRoom(for: max(text.count, chunkSize))
        text.bytes.replaceSubrange(0..<text.count, with: storage[..<text.count])
        swap(&rest, &storage)
        storage = []
    }

    /// Returns the records up to `cut` as a chunk, and keeps what follows for the next one.
    private func take(_ cut: Int) -> RecordChunk {
        rest.removeAll(keepingCapacity: true)
        rest += text.bytes[cut..<text.count]
        text.bytes[cut] = .lineFeed
        isDone = text.isEnded && rest.isEmpty
        let chunk = RecordChunk(bytes: text.bytes, count: cut, endsWithoutLineFeed: false)
        text.bytes = []
        swap(&text.bytes, &rest)
        text.count = text.bytes.count
        return chunk
    }

    /// Returns what is left at the end: at most one record, which has no line end; `nil` if there is nothing.
    private func takeRest() throws(GeofenceError) -> RecordChunk? {
        isDone = true
        // The failure says more about a record that it cut in two than an error about the first half would.
        if let failure = text.failure { throw failure }
        guard text.count > 0 else { return nil }
        text.terminate()
        defer {
            text.bytes = []
            text.count = 0
        }
        return RecordChunk(bytes: text.bytes, count: text.count, endsWithoutLineFeed: true)
    }

    /// Skips a record that is longer than the limit; only its beginning is returned.
    private func takeOversized() -> RecordChunk {
        let beginning = Array(text.bytes[..<RejectedRecord.rawLimit])
        text.terminate()
        let lines = 1 + withScanner(of: text.bytes, count: text.count) { $0.lineFeeds(in: 0..<$0.end) }
        text.count = 0
        var hasEnd = false
        while !hasEnd, !text.isEnded {
            text.fill(to: chunkSize)
            if let end = text.bytes[..<text.count].firstIndex(of: .lineFeed) {
                drop(end + 1)
                hasEnd = true
            } else if !text.isEnded {
                text.count = 0
            }
        }
        if !hasEnd { text.count = 0 }
        isDone = text.isEnded && text.count == 0
        return RecordChunk(text: beginning, endsWithoutLineFeed: !hasEnd, oversizedLines: lines)
    }
}
