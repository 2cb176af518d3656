/// The shape of a line of NDJSON: everything in it but the values that vary.
///
/// A line of the same shape is read by comparing its text, 32 bytes at a time, and reading or stepping over the values
/// between. A value that was the same in all lines that were read key by key is text, too: writers give most keys of a fix
/// that they know nothing about, and one accuracy for many.
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

        /// Whether its value is read even where it is the same in every line.
        fileprivate var isAlwaysRead: Bool {
            switch self {
            case .latitude, .longitude, .time, .timeMilliseconds, .device, .deviceNumber: true
            default: false
            }
        }
    }

    /// A value of the line that the shape is taken from.
    struct Value {
        /// Where it stands; for a string, between its quotes.
        var range: Range<Int>
        /// `nil` for one that is not as it should be, so that its line makes no shape.
        var kind: Kind?
        /// Whether it is no part of the text.
        fileprivate var varies = true

        init(_ range: Range<Int>, _ kind: Kind?) {
            self.range = range
            self.kind = kind
        }
    }

    /// At most 32 bytes of text, and the value after it.
    private struct Step {
        /// The text, the first byte in the lowest bits of a word, and which bits belong to it.
        var text: Text
        var mask: Text
        var count: Int
        var kind: Kind
    }

    private typealias Text = SIMD4<UInt64>
    private static let stepLimit = MemoryLayout<Text>.size

    /// A longer value is no part of the text.
    private static let longestConstant = 64

    private var steps: [Step] = []
    private var values: [Value] = []
    /// Of the line that the shape is taken from, for where they are part of the text.
    private var accuracy = Float.nan
    private var sequence = CompactFix.noSequence
    private var battery = BatteryCharge.unknown

    /// A shape that no line has.
    init() {}

    /// Learns from a line that was read key by key because it has not this shape.
    ///
    /// - Parameters:
    ///   - record: Where the line stands, in the text that lines before it stand in, too.
    ///   - values: Its values, in order.
    ///   - fix: What was made of them.
    mutating func learn(from record: Range<Int>, _ values: [Value], _ fix: RawFix, in scanner: ByteScanner) {
        guard values.allSatisfy({ $0.kind != nil }) else { return }
        var values = values
        markVarying(&values, in: scanner)
        self.values = values
        (accuracy, sequence, battery) = (fix.accuracy, fix.sequence, fix.battery)
        steps.removeAll(keepingCapacity: true)
        var first = record.lowerBound
        var last = record.upperBound
        while last > first, scanner[last - 1] == .carriageReturn { last -= 1 }
        for value in values where value.varies {
            guard let kind = value.kind else { continue }
            append(first..<value.range.lowerBound, kind, in: scanner)
            first = value.range.upperBound
        }
        append(first..<last, .end, in: scanner)
    }

    /// Tells which of a line's values vary, as far as this and the lines before show.
    private func markVarying(_ new: inout [Value], in scanner: ByteScanner) {
        // A line with other keys than the one before may be of another writer; then nothing is known.
        let isFirst = values.isEmpty
        let hasSameKeys = values.map(\.kind) == new.map(\.kind)
        // Without a device, its name stands here.
        let isSourceRead = !new.contains { $0.kind == .device || $0.kind == .deviceNumber }
        for (number, value) in new.enumerated() {
            let isKept =
                value.kind?.isAlwaysRead == false && !(value.kind == .source && isSourceRead)
                && value.range.count <= Self.longestConstant
            let isSame =
                isFirst
                || hasSameKeys && !values[number].varies
                    && scanner.bytes(in: values[number].range) == scanner.bytes(in: value.range)
            new[number].varies = !(isKept && isSame)
        }
    }

    private mutating func append(_ text: Range<Int>, _ kind: Kind, in scanner: ByteScanner) {
        var rest = text
        while rest.count > Self.stepLimit {
            append(rest.lowerBound, Self.stepLimit, .text, in: scanner)
            rest = (rest.lowerBound + Self.stepLimit)..<rest.upperBound
        }
        append(rest.lowerBound, rest.count, kind, in: scanner)
    }

    private mutating func append(_ first: Int, _ count: Int, _ kind: Kind, in scanner: ByteScanner) {
        var mask = Text()
        for word in mask.indices {
            let bits = 8 * (count - 8 * word)
            mask[word] = bits >= 64 ? .max : bits <= 0 ? 0 : (1 << UInt64(bits)) - 1
        }
        steps.append(Step(text: scanner.vector(at: first, as: Text.self), mask: mask, count: count, kind: kind))
    }

    /// Reads a line of this shape whose values are as they should be; false for any other.
    @inline(__always)
    func read(_ scanner: inout ByteScanner, _ memory: inout DateMemory, _ fix: inout RawFix) -> Bool {
        (fix.accuracy, fix.sequence, fix.battery) = (accuracy, sequence, battery)
        var hasDevice = false
        var source = 0..<0
        let steps = steps.span
        for number in steps.indices {
            let step = steps[number]
            let first = scanner.position
            guard scanner.isNext(step.text, mask: step.mask) else { return false }
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
