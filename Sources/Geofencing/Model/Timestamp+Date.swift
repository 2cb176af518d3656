#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Timestamp {
    /// Creates the timestamp of a date, rounded to the nearest millisecond so that one survives the round trip; the
    /// last or first timestamp if the date is out of range, and the first if it is not a number.
    public init(_ date: Date) {
        self.init(wholeMilliseconds: (date.timeIntervalSince1970 * 1000).rounded())
    }

    /// Creates the timestamp that many whole milliseconds after 1970; the last or first one if that is out of range,
    /// and the first for NaN.
    init(wholeMilliseconds: Double) {
        self.init(unixMilliseconds: Int64(exactly: wholeMilliseconds) ?? (wholeMilliseconds > 0 ? .max : .min))
    }

    /// The timestamp as a date.
    public var date: Date { Date(timeIntervalSince1970: Double(unixMilliseconds) / 1000) }

    /// The current time of the system's clock, to the nearest millisecond.
    public static var now: Timestamp { Timestamp(Date()) }
}
