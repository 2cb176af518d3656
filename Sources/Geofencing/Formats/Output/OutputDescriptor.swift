internal import Dispatch
internal import Synchronization

/// An open output, written immediately or in the background.
final class OutputDescriptor: Sendable {
    private struct State: ~Copyable {
        var descriptor: FileDescriptor?
        /// The bytes being written in the background; empty afterwards, keeping the capacity.
        var bytes: [UInt8] = []
        /// The failure of a background write.
        var failure: SystemError?

        mutating func writeInBackground() {
            do throws(SystemError) {
                try descriptor?.write(bytes)
            } catch {
                failure = error
            }
            bytes.removeAll(keepingCapacity: true)
        }
    }

    private let state: Mutex<State>
    /// The queue that writes one buffer while the next is filled; `nil` to write immediately.
    private let queue: DispatchQueue?

    /// - Parameter writesInBackground: Whether a background thread writes. A failure is then thrown by a later call.
    init(_ descriptor: consuming FileDescriptor, writesInBackground: Bool) {
        state = Mutex(State(descriptor: descriptor))
        queue = writesInBackground ? DispatchQueue(label: "OutputDescriptor") : nil
    }

    /// Writes a whole buffer, now or soon, and empties it.
    func write(_ buffer: inout [UInt8]) throws(SystemError) {
        try finish()
        guard let queue else {
            defer { buffer.removeAll(keepingCapacity: true) }
            return try state.withLock { state throws(SystemError) in try state.descriptor?.write(buffer) }
        }
        state.withLock { swap(&$0.bytes, &buffer) }
        queue.async { self.state.withLock { $0.writeInBackground() } }
    }

    /// Discards everything that was written to a file.
    func truncate() throws(SystemError) {
        try finish()
        try state.withLock { state throws(SystemError) in
            try state.descriptor?.truncate(to: 0)
            try state.descriptor?.seek(to: 0)
        }
    }

    /// Waits until everything is written, and closes the output.
    func close() throws(SystemError) {
        try finish()
        try state.withLock { state throws(SystemError) in try state.descriptor.take()?.close() }
    }

    /// Waits until everything is written.
    func finish() throws(SystemError) {
        queue?.sync {}
        try state.withLock { state throws(SystemError) in
            if let failure = state.failure { throw failure }
        }
    }
}
