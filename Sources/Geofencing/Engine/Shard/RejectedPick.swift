/// A fix that was not used, by its place in the batch, and why.
package struct RejectedPick: BitwiseCopyable, Sendable {
    package var pick: UInt32
    package var reason: Rejection
}

extension Rejection: BitwiseCopyable {}
