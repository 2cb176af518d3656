/// Cuts an input into chunks of whole records.
///
/// A record ends with a line feed; in CSV, with one outside quotes. If the first 64 KiB of an input contain carriage
/// returns and no line feed, carriage returns end its records.
final class RecordReader {
    /// The number of bytes read before the format is detected and the header is located, whatever the chunk size.
    static let headSize = 65_536

    /// The maximum length of a trace record in bytes.
    static let recordLimit = 1 << 20

    let path: String
    private let input: InputFile
    private let chunkSize: Int
    private let recordLimit: Int
    private let quotedLimit: Int
    /// The bytes that were read and are not in a chunk yet; the text ends at `filled`.
    private var bytes: [UInt8] = []
    private var filled = 0
    /// Memory for what follows the records of a chunk.
    private var rest: [UInt8] = []
    private var isEnded = false
    private var failure: GeofenceError?
    /// Whether carriage returns end the records; they have been replaced with line feeds.
    private(set) var usesCarriageReturns = false
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
        self.input = input
        self.recordLimit = recordLimit
        self.quotedLimit = quotedLimit
        path = input.path
        self.chunkSize = max(64, chunkSize)
        try fill(to: Self.headSize)
        if let failure, filled == 0 { throw failure }
        // The last byte may be the first half of a line end.
        if filled > 0, bytes[filled - 1] == .carriageReturn { try fill(to: filled + 1) }
        usesCarriageReturns = Self.usesCarriageReturns(bytes[..<filled])
        if usesCarriageReturns { Self.replaceCarriageReturns(in: &bytes, 0..<filled) }
        if bytes[..<filled].starts(with: UInt8.byteOrderMark) { drop(UInt8.byteOrderMark.count) }
    }

    /// Calls `body` with a scanner of the unread beginning of the input, and whether that is all of it.
    func peek<Result>(
        _ body: (inout ByteScanner, _ isAll: Bool) throws(GeofenceError) -> Result
    ) throws(GeofenceError) -> Result {
        let isAll = isEnded
        bytes[filled] = .lineFeed
        do throws(GeofenceError) {
            return try withScanner(of: bytes, count: filled) { scanner throws(GeofenceError) in
                try body(&scanner, isAll)
            }
        } catch {
            // The error may only be due to the reading that failed in the middle of the beginning.
            throw failure ?? error
        }
    }

    /// Discards the first `count` bytes of the unread input.
    func drop(_ count: Int) {
        bytes.removeSubrange(0..<count)
        filled -= count
        makeRoom(for: filled)
    }

    /// Returns the next records, or `nil` after the last. `storage` is an array to reuse, from a chunk that is no
    /// longer needed.
    func next(recycling storage: inout [UInt8]) throws(GeofenceError) -> RecordChunk? {
        if isDone {
            if let failure { throw failure }
            return nil
        }
        move(to: &storage)
        var target = chunkSize
        while true {
            try fill(to: target)
            if let cut = try lastRecordEnd(in: min(filled, target)) { return take(cut) }
            if isEnded, filled <= target { return try takeRest() }
            guard target <= recordLimit else { return try takeOversized() }
            target *= 2
        }
    }

    /// Reads until `target` bytes are available or the input ends. A failure is kept until all whole records before it
    /// were returned.
    private func fill(to target: Int) throws(GeofenceError) {
        makeRoom(for: target)
        while filled < target, !isEnded {
            do {
                let count = try input.read(into: &bytes, filled..<target)
                if count == 0 { isEnded = true }
                if usesCarriageReturns { Self.replaceCarriageReturns(in: &bytes, filled..<filled + count) }
                filled += count
            } catch {
                failure = error
                isEnded = true
            }
        }
    }

    /// Whether carriage returns end the records of an input with this beginning.
    static func usesCarriageReturns(_ beginning: ArraySlice<UInt8>) -> Bool {
        // The last byte may be the second half of a line end.
        let head = beginning.prefix(headSize + 1)
        return head.contains(.carriageReturn) && !head.contains(.lineFeed)
    }

    /// Replaces the carriage returns of a whole input with line feeds if they end its records.
    static func replaceLoneCarriageReturns(in bytes: inout [UInt8]) {
        if usesCarriageReturns(bytes[...]) { replaceCarriageReturns(in: &bytes, bytes.indices) }
    }

    static func replaceCarriageReturns(in bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index] == .carriageReturn { bytes[index] = .lineFeed }
    }

    /// Makes room for this many bytes of text, and for the line feed and the padding that a scanner needs after it.
    private func makeRoom(for count: Int) {
        let room = count + 1 + ByteScanner.padding
        if bytes.count < room { bytes.append(contentsOf: [UInt8](repeating: 0, count: room - bytes.count)) }
    }

    /// Returns the offset after the last record that is complete in the first `count` bytes.
    private func lastRecordEnd(in count: Int) throws(GeofenceError) -> Int? {
        guard count > 0 else { return nil }
        let isFinal = isEnded && count == filled
        // The scanner needs a line feed after the text.
        let displaced = bytes[count]
        bytes[count] = .lineFeed
        defer { bytes[count] = displaced }
        return try withScanner(of: bytes, count: count) { scanner throws(GeofenceError) in
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
        swap(&bytes, &storage)
        makeRoom(for: max(filled, chunkSize))
        bytes.replaceSubrange(0..<filled, with: storage[..<filled])
        swap(&rest, &storage)
        storage = []
    }

    /// Returns the records up to `cut` as a chunk, and keeps what follows for the next one.
    private func take(_ cut: Int) -> RecordChunk {
        rest.removeAll(keepingCapacity: true)
        rest += bytes[cut..<filled]
        bytes[cut] = .lineFeed
        isDone = isEnded && rest.isEmpty
        let chunk = RecordChunk(bytes: bytes, count: cut, endsWithoutLineFeed: false)
        bytes = []
        swap(&bytes, &rest)
        filled = bytes.count
        return chunk
    }

    /// Returns what is left at the end: at most one record, which has no line end; `nil` if there is nothing.
    private func takeRest() throws(GeofenceError) -> RecordChunk? {
        isDone = true
        // The failure says more about a record that it cut in two than an error about the first half would.
        if let failure { throw failure }
        guard filled > 0 else { return nil }
        bytes[filled] = .lineFeed
        defer {
            bytes = []
            filled = 0
        }
        return RecordChunk(bytes: bytes, count: filled, endsWithoutLineFeed: true)
    }

    /// Skips a record that is longer than the limit; only its beginning is returned.
    private func takeOversized() throws(GeofenceError) -> RecordChunk {
        let text = Array(bytes[..<RejectedRecord.rawLimit])
        let lines = 1 + (try peek { scanner, _ throws(GeofenceError) in scanner.lineFeeds(in: 0..<scanner.end) })
        filled = 0
        var hasEnd = false
        while !hasEnd, !isEnded {
            try fill(to: chunkSize)
            if let end = bytes[..<filled].firstIndex(of: .lineFeed) {
                drop(end + 1)
                hasEnd = true
            } else if !isEnded {
                filled = 0
            }
        }
        if !hasEnd { filled = 0 }
        isDone = isEnded && filled == 0
        return RecordChunk(text: text, endsWithoutLineFeed: !hasEnd, oversizedLines: lines)
    }
}
