extension ObjectShape {
    /// The maximum length of a value that can be part of the text.
    private static let longestConstant = 64

    private static let stepLimit = MemoryLayout<Text>.size

    /// Learns from a line that was read key by key because it does not have this shape.
    ///
    /// - Parameters:
    ///   - record: The range of the line, in the same text as the lines before it.
    ///   - values: The values of the line, in order.
    ///   - fix: The fix made from them.
    mutating func learn(from record: Range<Int>, _ values: [Value], _ fix: RawFix, in scanner: ByteScanner) {
        guard values.allSatisfy({ $0.kind != nil }) else { return }
        var values = values
        markVarying(&values, in: scanner)
        self.values = values
        (accuracy, sequence, battery) = (fix.accuracy, fix.sequence, fix.battery)
        isNameless = !values.contains { [.device, .deviceNumber, .source].contains($0.kind) }
        steps.removeAll(keepingCapacity: true)
        var first = record.lowerBound
        for value in values where value.varies {
            guard let kind = value.kind else { continue }
            append(first..<value.range.lowerBound, kind, in: scanner)
            first = value.range.upperBound
        }
        append(scanner.withoutCarriageReturns(first..<record.upperBound), .end, in: scanner)
    }

    /// Marks the values of a line that vary, as far as this and the previous lines show.
    private func markVarying(_ new: inout [Value], in scanner: ByteScanner) {
        // The first line of a text is assumed to be like those after it; the next one shows what differs. If lines with
        // other keys come in between, all values are assumed to vary.
        let isFirst = values.isEmpty
        let hasSameKeys = values.map(\.kind) == new.map(\.kind)
        // If there is no device, the source names it.
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
}

extension ObjectShape.Kind {
    /// Whether the value is read even if it is the same in every line.
    fileprivate var isAlwaysRead: Bool {
        switch self {
        case .latitude, .longitude, .time, .timeMilliseconds, .device, .deviceNumber: true
        default: false
        }
    }
}
