#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What alerts and logs show that know no more of an error than that it is one: `localizedDescription` is the description.
extension GeofenceError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }

    /// What went wrong: the message.
    public var failureReason: String? { message }
}
