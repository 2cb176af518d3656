/// The name of a device, as it stands in the trace. Two spellings of one character, such as é as one scalar or as two, make two
/// names.
///
/// Traces refuse a name that is empty, has a control character or more than 256 bytes of UTF-8, a store one with NUL; an engine takes any.
public struct DeviceID: Sendable, Hashable, Comparable {
    /// The name itself.
    public let rawValue: String

    /// The device of this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether both are the same byte by byte.
    public static func == (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.rawValue.hasSameBytes(as: rhs.rawValue) }

    /// Orders by Unicode scalar, which is the order of the UTF-8 bytes.
    public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool {
        lhs.rawValue.unicodeScalars.lexicographicallyPrecedes(rhs.rawValue.unicodeScalars)
    }
}

extension DeviceID: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The device of this name.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name itself.
    public var description: String { rawValue }
}

extension DeviceID {
    /// Whether records of a trace can have this name.
    package var isUsable: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count) && bytes.allSatisfy { $0 >= 0x20 }
    }

    /// How many bytes the longest name has that a record of a trace can have.
    static let lengthLimit = 256
}
