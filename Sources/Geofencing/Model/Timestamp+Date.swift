#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Timestamp {
    /// Creates the timestamp of a date, to the nearest millisecond, so that a timestamp converted to a date and back is
    /// unchanged. A date out of range becomes the first or last timestamp.
    public init(_ date: Date) {
        self.init(wholeMilliseconds: (date.timeIntervalSince1970 * 1000).rounded())
    }

    /// Creates the timestamp this many whole milliseconds after 1970; the first or last timestamp if that is out of
    /// range.
    init(wholeMilliseconds: Double) {
        self.init(unixMilliseconds: Int64(exactly: wholeMilliseconds) ?? (wholeMilliseconds < 0 ? .min : .max))
    }

    /// The timestamp as a date.
    public var date: Date { Date(timeIntervalSince1970: Double(unixMilliseconds) / 1000) }

    /// The current time of the system's clock, to the nearest millisecond.
    public static var now: Timestamp { Timestamp(Date()) }
}
