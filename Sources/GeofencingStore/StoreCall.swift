internal import Foundation
internal import Synchronization

/// The thread that is in the middle of a call of a store.
///
/// A closure that a call hands its results to must not call the store: there is only one connection, which would wait
/// for itself.
final class StoreCall: Sendable {
    private let thread = Mutex<ObjectIdentifier?>(nil)

    /// Whether the current thread is in the middle of a call.
    var isInProgress: Bool { thread.withLock { $0 == Self.current } }

    /// Runs the body of a call, which one thread at a time may do.
    func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        thread.withLock { $0 = Self.current }
        defer { thread.withLock { $0 = nil } }
        return try body()
    }

    private static var current: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}
