/// A fix that was not used, by its index in the batch, and the reason.
package struct RejectedPick: BitwiseCopyable, Sendable {
    package var pick: UInt32
    package var reason: Rejection
}

extension Rejection: BitwiseCopyable {}
