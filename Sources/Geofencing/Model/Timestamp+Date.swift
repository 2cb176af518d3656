#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Timestamp {
    /// The moment of a date to the nearest millisecond, so that one survives the way there and back; the last or first there is if
    /// that is beyond, and the first if the date is not a number.
    public init(_ date: Date) {
        self.init(wholeMilliseconds: (date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The moment so many whole milliseconds after 1970; the last or first there is if that is beyond, and the first for NaN.
    init(wholeMilliseconds: Double) {
        self.init(unixMilliseconds: Int64(exactly: wholeMilliseconds) ?? (wholeMilliseconds > 0 ? .max : .min))
    }

    /// The moment as a date.
    public var date: Date { Date(timeIntervalSince1970: Double(unixMilliseconds) / 1000) }

    /// The present by the system's clock, to the nearest millisecond.
    public static var now: Timestamp { Timestamp(Date()) }
}
