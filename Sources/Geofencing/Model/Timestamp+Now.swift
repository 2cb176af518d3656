#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Timestamp {
    /// The present by the system's clock, rounded down.
    public static var now: Timestamp {
        Timestamp(unixMilliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
