internal import Foundation
internal import Synchronization

/// Which thread is in the midst of a call of a store.
///
/// What a call hands its results to must not call the store: there is one connection, which would wait for itself.
final class StoreCall: Sendable {
    private let thread = Mutex<ObjectIdentifier?>(nil)

    /// Whether it is the thread that asks.
    var isUnderWay: Bool { thread.withLock { $0 == Self.current } }

    /// Does what a call does, which one thread at a time may.
    func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        thread.withLock { $0 = Self.current }
        defer { thread.withLock { $0 = nil } }
        return try body()
    }

    private static var current: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}
