/// Text that was read from an input and is not used yet.
///
/// If the first 64 KiB of the input contain carriage returns and no line feed, carriage returns end its lines; they are
/// replaced with line feeds.
struct TextBuffer {
    let input: InputFile
    /// The text, and room for the line feed and the padding that a scanner needs after it.
    var bytes: [UInt8] = []
    /// The number of bytes that are text.
    var count = 0
    /// Whether there is no more to read.
    private(set) var isEnded = false
    /// The error that ended the reading.
    private(set) var failure: GeofenceError?
    /// Whether carriage returns end the lines of the input.
    private(set) var usesCarriageReturns = false

    /// Starts reading, up to the size of the head or somewhat beyond it.
    init(_ input: InputFile) {
        self.input = input
        fill(to: RecordReader.headSize)
        // The last byte may be the first half of a line end.
        if count > 0, bytes[count - 1] == .carriageReturn { fill(to: count + 1) }
        usesCarriageReturns = Self.usesCarriageReturns(bytes[..<count])
        if usesCarriageReturns { Self.replaceCarriageReturns(in: &bytes, 0..<count) }
    }

    /// Reads until `target` bytes are available or the input ends, which it also does where it cannot be read.
    mutating func fill(to target: Int) {
        guard !isEnded else { return }
        makeRoom(for: target)
        while count < target, !isEnded {
            do throws(GeofenceError) {
                let more = try input.read(into: &bytes, count..<target)
                isEnded = more == 0
                if usesCarriageReturns { Self.replaceCarriageReturns(in: &bytes, count..<count + more) }
                count += more
            } catch {
                failure = error
                isEnded = true
            }
        }
    }

    /// Discards the first `used` bytes.
    mutating func drop(_ used: Int) {
        // What follows the text need not be moved.
        bytes.removeSubrange(count...)
        bytes.removeSubrange(0..<used)
        count -= used
        makeRoom(for: count)
    }

    /// Makes room for this many bytes of text, and for what a scanner needs after it.
    mutating func makeRoom(for count: Int) {
        let room = count + 1 + ByteScanner.padding
        if bytes.count < room { bytes += [UInt8](repeating: 0, count: room - bytes.count) }
    }

    /// Writes the line feed that a scanner needs after the text.
    mutating func terminate() { bytes[count] = .lineFeed }
}

extension TextBuffer {
    /// Replaces the carriage returns of a whole input with line feeds if they end its lines.
    static func replaceLoneCarriageReturns(in bytes: inout [UInt8]) {
        if usesCarriageReturns(bytes[...]) { replaceCarriageReturns(in: &bytes, bytes.indices) }
    }

    /// Whether carriage returns end the lines of an input with this beginning.
    static func usesCarriageReturns(_ beginning: ArraySlice<UInt8>) -> Bool {
        // The last byte may be the second half of a line end.
        let head = beginning.prefix(RecordReader.headSize + 1)
        return head.contains(.carriageReturn) && !head.contains(.lineFeed)
    }

    /// Replaces the carriage returns in a range with line feeds.
    static func replaceCarriageReturns(in bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index] == .carriageReturn { bytes[index] = .lineFeed }
    }
}
