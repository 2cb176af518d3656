/// The shape of a line of NDJSON: everything in it but the values.
///
/// A line of the same shape is read by comparing its keys and punctuation, 8 bytes at a time, and reading or stepping over the values
/// between them.
struct ObjectShape {
    /// What to do with a value.
    enum Kind: UInt8 {
        case latitude
        case longitude
        case time
        case timeMilliseconds
        case accuracy
        case sequence
        case device
        case deviceNumber
        case source
        case otherString
        case otherScalar
        case otherNested
        /// After the last value.
        case end
    }

    /// A value of the line that the shape is taken from.
    struct Value {
        /// Where it stands; for a string, between its quotes.
        var range: Range<Int>
        /// `nil` for one that is not as it should be, so that its line makes no shape.
        var kind: Kind?

        init(_ range: Range<Int>, _ kind: Kind?) {
            self.range = range
            self.kind = kind
        }
    }

    /// The text before a value, and what the value is.
    private struct Step {
        /// The number of the text's first word in `words`.
        var word: Int
        /// How many words of the text are compared in full.
        var fullWords: Int
        /// Which bits of the word after them belong to the text.
        var mask: UInt64
        /// How long the text is.
        var count: Int
        var kind: Kind
    }

    private var words: [UInt64] = []
    private var steps: [Step] = []

    /// A shape that no line has.
    init() {}

    /// The shape of a line that was read.
    init(of record: Range<Int>, values: [Value], in scanner: ByteScanner) {
        var first = record.lowerBound
        var last = record.upperBound
        while last > first, scanner[last - 1] == .carriageReturn { last -= 1 }
        for value in values {
            guard let kind = value.kind else {
                self = ObjectShape()
                return
            }
            append(first..<value.range.lowerBound, kind, in: scanner)
            first = value.range.upperBound
        }
        append(first..<last, .end, in: scanner)
    }

    private mutating func append(_ text: Range<Int>, _ kind: Kind, in scanner: ByteScanner) {
        let first = words.count
        for offset in stride(from: text.lowerBound, through: text.upperBound, by: 8) {
            words.append(scanner.word(at: offset))
        }
        let mask: UInt64 = (1 << UInt64(text.count % 8 * 8)) - 1
        steps.append(Step(word: first, fullWords: text.count / 8, mask: mask, count: text.count, kind: kind))
    }

    /// Reads a line of this shape whose values are as they should be; false for any other.
    @inline(__always)
    func read(_ scanner: inout ByteScanner, _ memory: inout DateMemory, _ fix: inout RawFix) -> Bool {
        var hasDevice = false
        var source = 0..<0
        for step in steps {
            var offset = scanner.position
            var word = step.word
            for _ in 0..<step.fullWords {
                guard scanner.word(at: offset) == words[word] else { return false }
                offset &+= 8
                word &+= 1
            }
            guard (scanner.word(at: offset) ^ words[word]) & step.mask == 0 else { return false }
            scanner.position = offset &+ (step.count & 7)
            switch step.kind {
            case .latitude:
                guard let value = scanner.number() else { return false }
                fix.latitude = value
            case .longitude:
                guard let value = scanner.number() else { return false }
                fix.longitude = value
            case .time:
                guard let value = scanner.commonTime(unit: .bySize, memory: &memory) else { return false }
                fix.time = value
            case .timeMilliseconds:
                guard let value = scanner.commonTime(unit: .milliseconds, memory: &memory) else { return false }
                fix.time = value
            case .accuracy:
                guard let value = scanner.number() else { return false }
                fix.accuracy = RawFix.accuracy(meters: value)
            case .sequence:
                guard let value = scanner.integer() else { return false }
                fix.sequence = value
            case .device:
                let first = scanner.position
                let isASCII = scanner.skipPlainString()
                fix.device = first..<scanner.position
                guard UInt(bitPattern: fix.device.count &- 1) < UInt(deviceNameLimit),
                    isASCII || scanner.isText(fix.device)
                else { return false }
                hasDevice = true
            case .deviceNumber:
                let first = scanner.position
                guard scanner.byte.isDigit || scanner.byte == UInt8(ascii: "-"), scanner.skipScalar() else {
                    return false
                }
                fix.device = first..<scanner.position
                guard fix.device.count <= deviceNameLimit else { return false }
                hasDevice = true
            case .source:
                let first = scanner.position
                let isASCII = scanner.skipPlainString()
                source = first..<scanner.position
                guard isASCII else { return false }
            case .otherString:
                _ = scanner.skipPlainString()
            case .otherScalar:
                guard scanner.skipScalar() else { return false }
            case .otherNested:
                let first = scanner.position
                guard scanner.skipValue(),
                    scanner.firstOffset(of: .lineFeed, from: first, to: scanner.position) == nil
                else { return false }
            case .end:
                if !hasDevice {
                    guard UInt(bitPattern: source.count &- 1) < UInt(deviceNameLimit) else { return false }
                    fix.device = source
                }
                return fix.isOrdinary && scanner.skipToLineFeed()
            }
        }
        return false
    }
}
