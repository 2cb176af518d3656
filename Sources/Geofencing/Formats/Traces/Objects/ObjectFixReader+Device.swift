// Finding the device of a fix.
extension ObjectFixReader {
    /// A value that may name the device.
    struct Name {
        /// The index of the value in `values`.
        let value: Int
        let text: JSONString?
        let isNumber: Bool

        var isUsable: Bool { text.map { !$0.range.isEmpty } ?? isNumber }
    }

    /// Reads the device, a name or a number; `null` counts as missing, and so does an empty name if there is another.
    mutating func readDevice(_ scanner: inout ByteScanner) throws(RecordProblem) {
        if scanner.byte == .quote {
            guard let name = scanner.string() else { throw syntax(scanner, "a string is not closed") }
            deviceName = name
            // The next line may have a name here.
            values.append(.init(name.range, name.range.isEmpty ? nil : .device))
            return
        }
        let first = scanner.position
        try skip(&scanner)
        let range = first..<scanner.position
        let isNumber = scanner.isNumber(in: range)
        if scanner[first] == UInt8(ascii: "{") {
            throw RecordProblem(
                .deviceID,
                at: first,
                "the device is an object, not a name",
                recovery: parser.advice ?? "Give the name alone, as `jq -c '.device = .device.id' FILE` does."
            )
        }
        guard isNumber || scanner.isNull(in: range) else { throw .device(at: first) }
        if isNumber { deviceToken = range }
        keep(isNumber ? .deviceNumber : nil, from: first, scanner)
    }

    /// Reads a value that names the device if nothing else does, replacing another that is unusable.
    mutating func readName(
        _ scanner: inout ByteScanner,
        inPlaceOf other: Name?
    ) throws(RecordProblem) -> Name {
        // The next line may have a name there.
        if let other { values[other.value].kind = nil }
        let first = scanner.position
        var text: JSONString?
        if scanner.byte == .quote { text = scanner.string() }
        scanner.position = first
        try stepOver(&scanner)
        let isNumber = scanner.isNumber(in: first..<scanner.position)
        // Whether there is an empty name does not depend on the order of the keys.
        if let other, other.text != nil, text == nil, !isNumber {
            values[values.count - 1].kind = nil
            return other
        }
        return Name(value: values.count - 1, text: text, isNumber: isNumber)
    }

    /// If no device is named, uses the user, or its substitute, if that is a name or a number.
    mutating func takeUserForDevice() {
        guard deviceName?.range.isEmpty ?? true, deviceToken == nil else { return }
        let names = [user, fallbackDevice].compactMap(\.self)
        // If there is no other name, the first empty one is taken, and then rejected.
        let empty = deviceName == nil ? names.first { $0.text != nil } : nil
        guard let name = names.first(where: \.isUsable) ?? empty else {
            for name in names { values[name.value].kind = nil }
            return
        }
        for other in names.prefix(while: { $0.value != name.value }) { values[other.value].kind = nil }
        if let text = name.text {
            deviceName = text
            values[name.value].kind = .device
        } else {
            deviceToken = values[name.value].range
            values[name.value].kind = .deviceNumber
        }
    }

    /// Returns the slot of the device: that of `device`, else of the capturing device (`source`), else of the parser's.
    func slot(_ scanner: inout ByteScanner, in devices: inout DeviceCache) throws(RecordProblem) -> UInt32 {
        if let deviceToken {
            guard deviceToken.count <= DeviceID.lengthLimit else { throw .device(at: deviceToken.lowerBound) }
            return scanner.slot(ofDeviceIn: deviceToken, in: &devices)
        }
        guard let string = deviceName ?? sourceName else { return devices.slot(for: parser.device.span) }
        guard let name = scanner.unescaped(string) else {
            throw RecordProblem(
                .deviceID,
                at: string.range.lowerBound,
                "the name has an invalid escape",
                recovery: "Use only JSON escapes."
            )
        }
        guard (1...DeviceID.lengthLimit).contains(name.count), isText(name) else {
            throw .device(at: string.range.lowerBound, isEmpty: name.isEmpty)
        }
        return devices.slot(for: name.span)
    }

    private func isText(_ name: [UInt8]) -> Bool {
        withScanner(of: name) { scanner in scanner.isText(0..<scanner.end) }
    }
}
