extension Evidence {
    /// The keys in the output, in this order.
    package static let keys = [
        "rule", "distance_m", "accuracy_m", "undecided_min_m", "undecided_max_m", "share", "fixes", "since_unix_ms",
    ]

    /// The values of the keys; the first is a word, the others are numbers.
    private var values: [[UInt8]?] {
        func decimal(_ value: Double?, scale: Double) -> [UInt8]? {
            guard let value, value.isFinite else { return nil }
            var text: [UInt8] = []
            // Avoids a negative zero.
            text.append(shortest: (value * scale).rounded() / scale + 0)
            return text
        }
        // Distances are accurate to a decimeter.
        return [
            Array(rule.rawValue.utf8), decimal(distance.meters, scale: 10), decimal(accuracy?.meters, scale: 10),
            decimal(undecided?.lowerBound.meters, scale: 10), decimal(undecided?.upperBound.meters, scale: 10),
            decimal(share, scale: 1000), fixes > 0 ? Array("\(fixes)".utf8) : nil,
            since.map { Array("\($0.unixMilliseconds)".utf8) },
        ]
    }

    /// Appends a JSON object of the keys that have values.
    package func append(to buffer: inout [UInt8]) {
        var isFirst = true
        for (key, value) in zip(Self.keys, values) {
            guard let value else { continue }
            buffer.append(contentsOf: "\(isFirst ? "{" : ",")\"\(key)\":".utf8)
            if isFirst { buffer.append(.quote) }
            buffer.append(contentsOf: value)
            if isFirst { buffer.append(.quote) }
            isFirst = false
        }
        buffer.append(UInt8(ascii: "}"))
    }

    /// Appends a cell for each key, preceded by a comma; the cells are empty if there is no evidence.
    static func appendCells(of evidence: Evidence?, to buffer: inout [UInt8]) {
        for value in evidence?.values ?? keys.map({ _ in nil }) {
            buffer.append(UInt8(ascii: ","))
            buffer.append(contentsOf: value ?? [])
        }
    }
}
