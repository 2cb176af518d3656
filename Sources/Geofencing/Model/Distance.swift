/// A length in meters.
///
/// Signed where a documentation comment says so; for example, the distance to a boundary is negative inside it.
@frozen
public struct Distance: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// The length in meters.
    public var meters: Double

    @usableFromInline
    init(_ meters: Double) {
        self.meters = meters
    }

    /// A length given in meters.
    @inlinable
    public static func meters(_ meters: Double) -> Distance { Distance(meters) }

    /// A length given in kilometers.
    @inlinable
    public static func kilometers(_ kilometers: Double) -> Distance { Distance(kilometers * 1000) }

    /// Compares lengths; false if either is NaN.
    @inlinable
    public static func < (lhs: Distance, rhs: Distance) -> Bool { lhs.meters < rhs.meters }
}

extension Distance: CustomStringConvertible {
    /// The length in meters with its unit.
    public var description: String { "\(meters) m" }
}

extension Distance: AdditiveArithmetic {
    /// 0 m.
    @inlinable public static var zero: Distance { Distance(0) }

    /// The sum of two lengths.
    @inlinable
    public static func + (lhs: Distance, rhs: Distance) -> Distance { Distance(lhs.meters + rhs.meters) }

    /// The difference of two lengths; negative if the second is longer.
    @inlinable
    public static func - (lhs: Distance, rhs: Distance) -> Distance { Distance(lhs.meters - rhs.meters) }
}

extension Distance: Codable {
    /// Decodes a number of meters.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Double.self))
    }

    /// Encodes the number of meters.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(meters)
    }
}
