/// A moment in time with millisecond resolution: the wire's `ts_unix_ms`.
@frozen
public struct Timestamp: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var unixMilliseconds: Int64

    /// Creates the timestamp this many milliseconds after 1970-01-01T00:00:00Z.
    @inlinable
    public init(unixMilliseconds: Int64) {
        self.unixMilliseconds = unixMilliseconds
    }

    /// Orders earlier timestamps first.
    @inlinable
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.unixMilliseconds < rhs.unixMilliseconds }
}

extension Timestamp: InstantProtocol {
    /// Returns the timestamp that is `duration` later, or earlier if it is negative. The duration is rounded towards
    /// zero to whole milliseconds; a result out of range becomes the first or last timestamp.
    public func advanced(by duration: Duration) -> Timestamp { advanced(by: duration.wholeMilliseconds) }

    /// Returns the timestamp that is this many milliseconds later, clamped to the range of timestamps.
    private func advanced(by milliseconds: Int128) -> Timestamp {
        Timestamp(unixMilliseconds: Int64(clamping: Int128(unixMilliseconds) + milliseconds))
    }

    /// Returns the time from this timestamp to another, negative if the other is earlier.
    public func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.unixMilliseconds) - .milliseconds(unixMilliseconds)
    }

    /// Returns the timestamp that is `duration` later, as `advanced(by:)` does.
    public static func + (time: Timestamp, duration: Duration) -> Timestamp { time.advanced(by: duration) }

    /// Returns the timestamp that is `duration` earlier, rounded and clamped as by `advanced(by:)`.
    public static func - (time: Timestamp, duration: Duration) -> Timestamp {
        // Not through the negated duration: the most negative duration cannot be negated.
        time.advanced(by: 0 - duration.wholeMilliseconds)
    }

    /// Returns the time from `start` to `end`, negative if `end` is earlier.
    public static func - (end: Timestamp, start: Timestamp) -> Duration { start.duration(to: end) }
}

extension Timestamp: CustomStringConvertible {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public var description: String { "\(unixMilliseconds)" }
}
