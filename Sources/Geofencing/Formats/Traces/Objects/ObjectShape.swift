/// The shape of a line of NDJSON: everything in it except the values that vary.
///
/// A line of the same shape is read by comparing its text, 32 bytes at a time, and reading or skipping the values in
/// between. A value that was the same in all lines read key by key is part of the text, too: writers also include the
/// keys for which they have no value, and give the same accuracy to many fixes.
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
        /// No value: the text continues.
        case text
        /// After the last value.
        case end
    }

    /// A value of the line that the shape was learned from.
    struct Value {
        /// The range of the value; for a string, between its quotes.
        var range: Range<Int>
        /// The kind; `nil` for a value with which its line makes no shape.
        var kind: Kind?
        /// Whether the value is not part of the text.
        var varies = true

        init(_ range: Range<Int>, _ kind: Kind?) {
            self.range = range
            self.kind = kind
        }
    }

    /// At most 32 bytes of text, and the value after it.
    struct Step {
        /// The text, with the first byte in the lowest bits of a word, and a mask of the bits that belong to it.
        var text: Text
        var mask: Text
        var count: Int
        var kind: Kind
    }

    typealias Text = SIMD4<UInt64>

    var steps: [Step] = []
    var values: [Value] = []
    /// The values of the line that the shape was learned from, for those that are part of the text.
    var accuracy = Float.nan
    var sequence = CompactFix.noSequence
    var battery = BatteryCharge.unknown
    /// Whether no value names the device.
    var isNameless = false

    /// Creates a shape that no line has.
    init() {}

    /// Reads a line of this shape whose values are valid; false for any other line. The range of the device is empty if
    /// nothing names it.
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
                fix.accuracy = CompactFix.accuracy(meters: value)
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
                guard scanner.skipScalar() else { return false }
                fix.device = first..<scanner.position
                guard fix.device.count <= DeviceID.lengthLimit, scanner.isNumber(in: fix.device) else { return false }
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
                if !hasDevice, !isNameless {
                    guard UInt(bitPattern: source.count &- 1) < UInt(DeviceID.lengthLimit) else { return false }
                    fix.device = source
                }
                return fix.isOrdinary && scanner.skipToLineFeed()
            }
        }
        return false
    }
}
