/// A moment in time with millisecond resolution: the wire's `ts_unix_ms`.
@frozen
public struct Timestamp: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var unixMilliseconds: Int64

    /// The moment that lies this many milliseconds after 1970-01-01T00:00:00Z.
    @inlinable
    public init(unixMilliseconds: Int64) {
        self.unixMilliseconds = unixMilliseconds
    }

    /// Earlier moments come first.
    @inlinable
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.unixMilliseconds < rhs.unixMilliseconds }
}

extension Timestamp: CustomStringConvertible {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public var description: String { "\(unixMilliseconds)" }
}
