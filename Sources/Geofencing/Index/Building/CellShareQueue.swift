internal import Synchronization

/// Hands out shares to threads, none of which gets more than half as much again as an even part.
final class CellShareQueue: Sendable {
    private let shares: [CellShare]
    private let taken = Mutex(0)
    /// The most input that one thread is given.
    let inputPerThread: Int

    init(_ shares: [CellShare], threads: Int) {
        self.shares = shares
        let inputs = shares.map(\.input)
        // If every thread had refused a share, together they would have had more than all of them.
        inputPerThread = inputs.reduce(0, +) / threads * 5 / 4 + (inputs.max() ?? 0) + threads
    }

    /// Returns the next share, unless the thread has had its part.
    ///
    /// - Parameter input: The input of the shares that the thread was given before; that of the next is added.
    func next(after input: inout Int) -> CellShare? {
        taken.withLock { taken in
            guard taken < shares.count, input + shares[taken].input <= inputPerThread else { return nil }
            defer { taken += 1 }
            input += shares[taken].input
            return shares[taken]
        }
    }
}
