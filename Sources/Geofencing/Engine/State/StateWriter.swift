/// Writes values one after another into bytes: integers as little-endian, doubles by their bits, text with its length.
struct StateWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func append(_ number: Double) { append(number.bitPattern) }

    mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func append(_ text: String) {
        append(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a blob with its length.
    mutating func append(blob: [UInt8]) {
        append(UInt64(blob.count))
        bytes.append(contentsOf: blob)
    }

    mutating func append(_ coordinate: Coordinate) {
        append(coordinate.latitude)
        append(coordinate.longitude)
    }

    mutating func append<Element>(
        list: some Collection<Element>,
        _ append: (inout StateWriter, Element) -> Void
    ) {
        self.append(UInt32(list.count))
        for element in list { append(&self, element) }
    }

    /// Appends the index of a case among all cases of its enumeration.
    mutating func append<Case: CaseIterable & Equatable>(element: Case) {
        append(UInt8(Case.allCases.prefix { $0 != element }.count))
    }

    /// Appends a value that may be missing, as a list of none or one.
    mutating func append<Value>(optional value: Value?, _ append: (inout StateWriter, Value) -> Void) {
        self.append(list: value.map { [$0] } ?? [], append)
    }

    /// Returns the written bytes, preceded by the mark of their kind, its version, their length and their checksum.
    func sealed(as kind: StateKind) -> [UInt8] {
        var sealed = StateWriter()
        sealed.bytes.reserveCapacity(bytes.count + StateKind.headerLength)
        sealed.bytes.append(contentsOf: kind.mark.utf8)
        sealed.append(kind.version)
        sealed.append(UInt64(bytes.count))
        sealed.append(checksum(of: bytes.span))
        sealed.bytes.append(contentsOf: bytes)
        return sealed.bytes
    }
}
