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

extension Timestamp: InstantProtocol {
    /// The moment this much later, or earlier if it is negative, in whole milliseconds, rounded towards this one; the last or first
    /// there is if that is beyond.
    public func advanced(by duration: Duration) -> Timestamp { advanced(by: duration.wholeMilliseconds) }

    /// The same by whole milliseconds.
    private func advanced(by milliseconds: Int128) -> Timestamp {
        Timestamp(unixMilliseconds: Int64(clamping: Int128(unixMilliseconds) + milliseconds))
    }

    /// The time from this moment to another, negative if that is earlier.
    public func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.unixMilliseconds) - .milliseconds(unixMilliseconds)
    }

    /// The moment this much later, as `advanced(by:)` has it.
    public static func + (time: Timestamp, duration: Duration) -> Timestamp { time.advanced(by: duration) }

    /// The moment this much earlier, as `advanced(by:)` has it.
    public static func - (time: Timestamp, duration: Duration) -> Timestamp {
        // Not by the duration's opposite: the longest negative one has none.
        time.advanced(by: 0 - duration.wholeMilliseconds)
    }

    /// The time from the second moment to the first, negative if that is earlier.
    public static func - (end: Timestamp, start: Timestamp) -> Duration { start.duration(to: end) }
}

extension Timestamp: CustomStringConvertible {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public var description: String { "\(unixMilliseconds)" }
}
