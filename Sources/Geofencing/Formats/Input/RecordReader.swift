/// Cuts an input into chunks of whole records.
///
/// A record ends with a line feed, in CSV one outside quotes. Where an input has carriage returns and no line feed in
/// its first 64 KiB, they end its records.
final class RecordReader {
    /// How many bytes are read before the format is told and the header is looked for, whatever the chunk size.
    static let headSize = 65_536

    /// The longest record of a trace, in bytes.
    static let recordLimit = 1 << 20

    let path: String
    private let input: InputFile
    private let chunkSize: Int
    private let recordLimit: Int
    private let quotedLimit: Int
    /// What was read and is not yet in a chunk, with its text up to `filled`.
    private var bytes: [UInt8] = []
    private var filled = 0
    /// Memory for what is behind the records of a chunk.
    private var rest: [UInt8] = []
    private var isEnded = false
    private var failure: GeofenceError?
    private var usesCarriageReturns = false
    private var isDone = false

    /// The delimiter of CSV cells, in which a quoted line feed does not end a record; `nil` for other formats.
    var delimiter: UInt8?

    /// Starts reading, as far as the head.
    ///
    /// - Parameters:
    ///   - recordLimit: The longest record.
    ///   - quotedLimit: The longest record that goes on behind a line feed in quotes.
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
        // The last byte may be half of a line end.
        if filled > 0, bytes[filled - 1] == .carriageReturn { try fill(to: filled + 1) }
        usesCarriageReturns = Self.usesCarriageReturns(bytes[..<filled])
        if usesCarriageReturns { Self.replaceCarriageReturns(in: &bytes, 0..<filled) }
        if bytes[..<filled].starts(with: UInt8.byteOrderMark) { drop(UInt8.byteOrderMark.count) }
    }

    /// Calls `body` with a scanner of the unread beginning of the input and whether that is all of it.
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
            // What is wrong with a beginning may be that the reading broke off in it.
            throw failure ?? error
        }
    }

    /// Leaves out the first `count` bytes of the unread input.
    func drop(_ count: Int) {
        bytes.removeSubrange(0..<count)
        filled -= count
        makeRoom(for: filled)
    }

    /// The next records, or `nil` after the last. `storage` is an array to reuse, of a chunk that is not needed any
    /// more.
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

    /// Reads until `target` bytes are there or the input ends. A failure is kept until all whole records before it were handed out.
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

    /// Whether carriage returns end the records of an input that begins like this.
    private static func usesCarriageReturns(_ head: ArraySlice<UInt8>) -> Bool {
        head.contains(.carriageReturn) && !head.contains(.lineFeed)
    }

    /// Puts line feeds in place of the carriage returns of a whole input if these end its records.
    static func replaceLoneCarriageReturns(in bytes: inout [UInt8]) {
        if usesCarriageReturns(bytes.prefix(headSize)) { replaceCarriageReturns(in: &bytes, bytes.indices) }
    }

    private static func replaceCarriageReturns(in bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index] == .carriageReturn { bytes[index] = .lineFeed }
    }

    private func makeRoom(for count: Int) {
        let room = count + 1 + ByteScanner.padding
        if bytes.count < room { bytes.append(contentsOf: [UInt8](repeating: 0, count: room - bytes.count)) }
    }

    /// The offset behind the last record that is complete in the first `count` bytes.
    private func lastRecordEnd(in count: Int) throws(GeofenceError) -> Int? {
        guard count > 0 else { return nil }
        let isFinal = isEnded && count == filled
        // The scanner wants a line feed behind the text.
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

    /// Continues in `storage`, which is in the cache of the caller's processor; the buffer that the last chunk was cut from is in
    /// another processor's.
    private func move(to storage: inout [UInt8]) {
        swap(&bytes, &storage)
        makeRoom(for: max(filled, chunkSize))
        bytes.replaceSubrange(0..<filled, with: storage[..<filled])
        swap(&rest, &storage)
        storage = []
    }

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

    private func takeRest() throws(GeofenceError) -> RecordChunk? {
        isDone = true
        // Of a record that it has cut in two it says more than what is wrong with the first half.
        if let failure { throw failure }
        guard filled > 0 else { return nil }
        bytes[filled] = .lineFeed
        defer {
            bytes = []
            filled = 0
        }
        return RecordChunk(bytes: bytes, count: filled, endsWithoutLineFeed: true)
    }

    /// Steps over a record that is longer than the limit, of which only the beginning is handed out.
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
