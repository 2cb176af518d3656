/// Reads what a `StateWriter` wrote, and trusts none of it.
struct StateReader: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    private let name: String

    /// Opens sealed bytes.
    ///
    /// - Throws: `invalidState` for bytes of another kind or version, and for truncated or damaged ones.
    init(_ sealed: [UInt8], as kind: StateKind) throws(GeofenceError) {
        bytes = sealed
        name = kind.name
        guard sealed.starts(with: kind.mark.utf8) else {
            throw GeofenceError(
                .invalidState,
                "this is not \(kind.article) \(name)",
                recovery: "Check that it is the right file or value."
            )
        }
        position = kind.mark.utf8.count
        let version: UInt16 = try integer()
        guard version == kind.version else {
            throw GeofenceError(
                .invalidState,
                "the \(name) was written by \(version > kind.version ? "a newer" : "an older") version of this program",
                recovery: version > kind.version
                    ? "Update this program, or start over without the \(name)."
                    : "Start over without the \(name)."
            )
        }
        let length: UInt64 = try integer()
        let sum: UInt64 = try integer()
        guard length == UInt64(bytes.count - position) else { throw damaged("it was truncated or extended") }
        guard sum == checksum(of: bytes.span.extracting(position..<bytes.count)) else {
            throw damaged("its checksum does not match")
        }
    }

    /// Creates a reader for bytes that are not sealed.
    init(plain bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    private func damaged(_ reason: String) -> GeofenceError {
        GeofenceError(
            .invalidState,
            "the \(name) is damaged: \(reason)",
            recovery: "Remove it and start over without it, or restore a backup."
        )
    }

    /// The number of bytes that have not been read.
    private var rest: Int { bytes.count - position }

    mutating func integer<Number: FixedWidthInteger>() throws(GeofenceError) -> Number {
        let width = Number.bitWidth / 8
        guard rest >= width else { throw damaged("it ends too early") }
        var number: Number = 0
        for index in 0..<width { number |= Number(truncatingIfNeeded: bytes[position + index]) << (8 * index) }
        position += width
        return number
    }

    mutating func double() throws(GeofenceError) -> Double { Double(bitPattern: try integer()) }

    mutating func bool() throws(GeofenceError) -> Bool {
        let byte: UInt8 = try integer()
        return byte != 0
    }

    mutating func string() throws(GeofenceError) -> String {
        let length: UInt32 = try integer()
        return String(decoding: try take(Int(length)), as: UTF8.self)
    }

    mutating func blob() throws(GeofenceError) -> [UInt8] {
        let length: UInt64 = try integer()
        guard length <= UInt64(rest) else { throw damaged("it ends too early") }
        return Array(try take(Int(length)))
    }

    mutating func coordinate() throws(GeofenceError) -> Coordinate {
        let coordinate = Coordinate(latitude: try double(), longitude: try double())
        guard coordinate.isValid else { throw damaged("a position in it is not on the Earth") }
        return coordinate
    }

    mutating func list<Element>(
        _ element: (inout StateReader) throws(GeofenceError) -> Element
    ) throws(GeofenceError) -> [Element] {
        let count: UInt32 = try integer()
        guard Int(count) <= rest else { throw damaged("it ends too early") }
        var list: [Element] = []
        // The count is not trusted until the bytes have been read.
        list.reserveCapacity(min(Int(count), rest / 16))
        for _ in 0..<count { list.append(try element(&self)) }
        return list
    }

    /// Reads a value that may be missing, stored as a list of none or one.
    mutating func optional<Value>(
        _ value: (inout StateReader) throws(GeofenceError) -> Value
    ) throws(GeofenceError) -> Value? {
        let values = try list(value)
        guard values.count <= 1 else { throw damaged("a list in it is too long") }
        return values.first
    }

    /// Reads a number that must be below `limit`.
    mutating func index(below limit: Int) throws(GeofenceError) -> UInt32 {
        let number: UInt32 = try integer()
        guard number < limit else { throw damaged("a number in it is out of range") }
        return number
    }

    /// Reads a 64-bit number that must be in a range.
    mutating func number(in range: ClosedRange<Int>) throws(GeofenceError) -> Int {
        let number: Int64 = try integer()
        guard range.contains(Int(number)) else { throw damaged("a number in it is out of range") }
        return Int(number)
    }

    /// Reads a case of an enumeration, by its index among all cases.
    mutating func element<Case: CaseIterable>(of type: Case.Type) throws(GeofenceError) -> Case {
        let number: UInt8 = try integer()
        guard let found = type.allCases.dropFirst(Int(number)).first else {
            throw damaged("a number in it is out of range")
        }
        return found
    }

    /// Ends the reading; everything must have been read.
    func finish() throws(GeofenceError) {
        guard rest == 0 else { throw damaged("it is longer than it should be") }
    }

    private mutating func take(_ count: Int) throws(GeofenceError) -> ArraySlice<UInt8> {
        guard count <= rest else { throw damaged("it ends too early") }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}
