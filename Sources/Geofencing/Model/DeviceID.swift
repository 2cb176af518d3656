/// The name of a device, as it appears in the trace.
///
/// Names are compared byte by byte: two encodings of one character, such as é as one scalar or as two, make different
/// names.
///
/// A trace rejects a name that is empty, contains a control character or is longer than 256 bytes of UTF-8. A store
/// rejects a name that contains NUL. An engine accepts any name.
public struct DeviceID: Sendable, Hashable, Comparable {
    /// The name itself.
    public let rawValue: String

    /// Creates the identifier of the device with this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns whether both names consist of the same bytes.
    public static func == (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.rawValue.hasSameBytes(as: rhs.rawValue) }

    /// Orders names by Unicode scalar, which is the order of their UTF-8 bytes.
    public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool {
        lhs.rawValue.unicodeScalars.lexicographicallyPrecedes(rhs.rawValue.unicodeScalars)
    }
}

extension DeviceID: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Creates the identifier of the device with this name.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name itself.
    public var description: String { rawValue }
}

extension DeviceID {
    /// Whether the name is allowed in the records of a trace.
    package var isUsable: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count) && bytes.allSatisfy { $0 >= 0x20 }
    }

    /// The length in bytes of the longest name that the records of a trace can have.
    static let lengthLimit = 256
}
