extension TransitionPolicy {
    /// Appends a JSON object with the name and the non-default thresholds, under the keys of policy files.
    package func append(to buffer: inout [UInt8]) {
        buffer.append(contentsOf: "{\"policy\":\"\(name)\"".utf8)
        for (threshold, value) in adjustments {
            buffer.append(contentsOf: ",\"\(threshold.rawValue)\":".utf8)
            buffer.append(shortest: value)
        }
        buffer.append(UInt8(ascii: "}"))
    }
}
