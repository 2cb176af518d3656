/// A length in meters.
///
/// Signed where a doc comment says so: the distance to a boundary is negative inside it.
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

    /// Compares by length; false for NaN.
    @inlinable
    public static func < (lhs: Distance, rhs: Distance) -> Bool { lhs.meters < rhs.meters }
}

extension Distance: CustomStringConvertible {
    /// The length in meters with its unit.
    public var description: String { "\(meters) m" }
}
