internal import Dispatch
internal import Synchronization

/// An open output, written at once or behind its writer's back.
final class OutputDescriptor: Sendable {
    private struct State: ~Copyable {
        var descriptor: FileDescriptor?
        /// What is written behind; empty once it was, with its memory.
        var bytes: [UInt8] = []
        /// Of what was written behind.
        var failure: SystemError?

        mutating func writeBehind() {
            do throws(SystemError) {
                try descriptor?.write(bytes)
            } catch {
                failure = error
            }
            bytes.removeAll(keepingCapacity: true)
        }
    }

    private let state: Mutex<State>
    /// Writes one buffer while the next is filled; `nil` to write at once.
    private let queue: DispatchQueue?

    /// - Parameter isWrittenBehind: Whether a thread of its own writes. A failure is then thrown by a later call.
    init(_ descriptor: consuming FileDescriptor, isWrittenBehind: Bool) {
        state = Mutex(State(descriptor: descriptor))
        queue = isWrittenBehind ? DispatchQueue(label: "OutputDescriptor") : nil
    }

    /// Writes all of a buffer, now or soon, and empties it.
    func write(_ buffer: inout [UInt8]) throws(SystemError) {
        try finish()
        guard let queue else {
            defer { buffer.removeAll(keepingCapacity: true) }
            return try state.withLock { state throws(SystemError) in try state.descriptor?.write(buffer) }
        }
        state.withLock { swap(&$0.bytes, &buffer) }
        queue.async { self.state.withLock { $0.writeBehind() } }
    }

    /// Takes back everything that was written to a file.
    func truncate() throws(SystemError) {
        try finish()
        try state.withLock { state throws(SystemError) in
            try state.descriptor?.truncate(to: 0)
            try state.descriptor?.seek(to: 0)
        }
    }

    /// Waits until everything was written, and closes the output.
    func close() throws(SystemError) {
        try finish()
        try state.withLock { state throws(SystemError) in try state.descriptor.take()?.close() }
    }

    /// Waits until everything was written.
    func finish() throws(SystemError) {
        queue?.sync {}
        try state.withLock { state throws(SystemError) in
            if let failure = state.failure { throw failure }
        }
    }
}
