/// The shape of a line of NDJSON: everything in it but the values.
///
/// A line of the same shape is read by comparing its keys and punctuation, 24 bytes at a time, and reading or
/// stepping over the values between them.
struct ObjectShape {
    /// What to do with a value.
    enum Kind: UInt8 {
        case latitude
        case longitude
        case time
        case timeMilliseconds
        case accuracy
        case sequence
        case battery
        case device
        case deviceNumber
        case source
        case otherString
        case otherScalar
        case otherNested
        /// No value: the text goes on.
        case text
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

    /// At most 24 bytes of text, and the value after it.
    private struct Step {
        /// The text, and which bits of the words belong to it.
        var words: (UInt64, UInt64, UInt64)
        var masks: (UInt64, UInt64, UInt64)
        var count: Int
        var kind: Kind
    }

    private static let stepLimit = 24

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
        var first = text.lowerBound
        while text.upperBound - first > Self.stepLimit {
            append(first, Self.stepLimit, .text, in: scanner)
            first += Self.stepLimit
        }
        append(first, text.upperBound - first, kind, in: scanner)
    }

    private mutating func append(_ first: Int, _ count: Int, _ kind: Kind, in scanner: ByteScanner) {
        func mask(_ word: Int) -> UInt64 {
            let bytes = min(max(count - word * 8, 0), 8)
            return bytes == 8 ? .max : (1 << UInt64(bytes * 8)) - 1
        }
        steps.append(
            Step(
                words: (scanner.word(at: first), scanner.word(at: first + 8), scanner.word(at: first + 16)),
                masks: (mask(0), mask(1), mask(2)),
                count: count,
                kind: kind
            )
        )
    }

    /// Reads a line of this shape whose values are as they should be; false for any other.
    @inline(__always)
    func read(_ scanner: inout ByteScanner, _ memory: inout DateMemory, _ fix: inout RawFix) -> Bool {
        var hasDevice = false
        var source = 0..<0
        for step in steps {
            let first = scanner.position
            let difference =
                ((scanner.word(at: first) ^ step.words.0) & step.masks.0)
                | ((scanner.word(at: first &+ 8) ^ step.words.1) & step.masks.1)
                | ((scanner.word(at: first &+ 16) ^ step.words.2) & step.masks.2)
            guard difference == 0 else { return false }
            scanner.position = first &+ step.count
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
            case .battery:
                guard let value = scanner.number() else { return false }
                fix.battery = BatteryCharge(percent: value)
            case .device:
                let first = scanner.position
                let isASCII = scanner.skipPlainString()
                fix.device = first..<scanner.position
                guard UInt(bitPattern: fix.device.count &- 1) < UInt(DeviceID.lengthLimit),
                    isASCII || scanner.isText(fix.device)
                else { return false }
                hasDevice = true
            case .deviceNumber:
                let first = scanner.position
                guard scanner.byte.isDigit || scanner.byte == UInt8(ascii: "-"), scanner.skipScalar() else {
                    return false
                }
                fix.device = first..<scanner.position
                guard fix.device.count <= DeviceID.lengthLimit else { return false }
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
            case .text: break
            case .end:
                if !hasDevice {
                    guard UInt(bitPattern: source.count &- 1) < UInt(DeviceID.lengthLimit) else { return false }
                    fix.device = source
                }
                return fix.isOrdinary && scanner.skipToLineFeed()
            }
        }
        return false
    }
}
