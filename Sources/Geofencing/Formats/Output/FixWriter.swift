/// Writes fixes as a trace.
package struct FixWriter {
    private let output: OutputFile
    private let format: TraceFormat
    private let hasSequence: Bool

    /// Creates a writer and starts the trace; a CSV trace gets its header.
    ///
    /// - Parameters:
    ///   - output: The output to write to.
    ///   - format: CSV, or NDJSON of `LocationFix`.
    ///   - hasSequence: Whether a CSV trace has a `seq` column.
    package init(to output: OutputFile, format: TraceFormat, hasSequence: Bool = false) {
        self.output = output
        self.format = format
        self.hasSequence = hasSequence
        guard format == .csv else { return }
        output.buffer.append(contentsOf: (Self.columns + (hasSequence ? ",seq\n" : "\n")).utf8)
    }

    /// The columns of a CSV trace, except that of the sequence.
    static let columns = "device_id,timestamp,latitude,longitude,horizontal_accuracy"

    /// Returns a name in the form that `write` takes.
    package func escaped(_ device: DeviceID) -> [UInt8] {
        var name: [UInt8] = []
        switch format {
        case .csv: name.append(csvCell: Array(device.rawValue.utf8))
        case .ndjson: name.append(jsonString: device.rawValue.utf8)
        }
        return name
    }

    /// Writes one fix of the device with the given escaped name.
    package func write(_ fix: CompactFix, device: [UInt8]) throws(GeofenceError) {
        switch format {
        case .csv: appendRow(fix, device, to: &output.buffer)
        case .ndjson: appendObject(fix, device, to: &output.buffer)
        }
        try output.flushIfFull()
    }

    private func appendRow(_ fix: CompactFix, _ device: [UInt8], to buffer: inout [UInt8]) {
        let comma = UInt8(ascii: ",")
        buffer.append(contentsOf: device)
        buffer.append(comma)
        buffer.append(iso8601: Timestamp(unixMilliseconds: fix.time))
        buffer.append(comma)
        buffer.append(shortest: fix.latitude)
        buffer.append(comma)
        buffer.append(shortest: fix.longitude)
        buffer.append(comma)
        if let accuracy = fix.accuracy { buffer.append(shortest: accuracy.meters) }
        if hasSequence {
            buffer.append(comma)
            if fix.sequence != CompactFix.noSequence { buffer.append(decimal: fix.sequence) }
        }
        buffer.append(.lineFeed)
    }

    /// Appends all keys of the wire format. What a compact fix does not know gets the value that the format has for it
    /// (negative or null); `seq`, which has no such value, is then the time, so that fixes of different times are not
    /// taken as repeats.
    private func appendObject(_ fix: CompactFix, _ device: [UInt8], to buffer: inout [UInt8]) {
        buffer.append(contentsOf: "{\"id\":\"".utf8)
        buffer.append(uuidOf: fix)
        buffer.append(contentsOf: "\",\"device\":".utf8)
        buffer.append(contentsOf: device)
        buffer.append(contentsOf: ",\"ts_unix_ms\":".utf8)
        buffer.append(decimal: fix.time)
        buffer.append(contentsOf: ",\"source\":\"watchOS\",\"coordinate\":{\"latitude\":".utf8)
        buffer.append(shortest: fix.latitude)
        buffer.append(contentsOf: ",\"longitude\":".utf8)
        buffer.append(shortest: fix.longitude)
        buffer.append(contentsOf: "},\"alt_m\":null,\"h_accuracy_m\":".utf8)
        buffer.append(shortest: fix.accuracy?.meters ?? -1)
        buffer.append(
            contentsOf:
                ",\"v_accuracy_m\":-1,\"speed_mps\":-1,\"course_deg\":-1,\"heading_deg\":null,\"battery_pct\":-1".utf8
        )
        buffer.append(contentsOf: ",\"seq\":".utf8)
        buffer.append(decimal: fix.sequence == CompactFix.noSequence ? fix.time : fix.sequence)
        buffer.append(contentsOf: "}\n".utf8)
    }
}

extension [UInt8] {
    /// Appends an identifier derived from the fix alone, so that the same fixes give the same bytes (RFC 9562, version
    /// 8).
    fileprivate mutating func append(uuidOf fix: CompactFix) {
        var generator = SplitMix64(
            seed: UInt64(bitPattern: fix.time) ^ UInt64(fix.device) << 40 ^ UInt64(bitPattern: fix.sequence) << 20
        )
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        for (word, dashes) in [(high, [8, 12]), (low, [0, 4])] {
            for index in 0..<16 {
                if dashes.contains(index) { append(UInt8(ascii: "-")) }
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 15
                append(UInt8(hexadecimalDigit: digit, isUppercase: true))
            }
        }
    }
}
