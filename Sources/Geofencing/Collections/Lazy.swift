internal import Synchronization

/// A value that is created on first use, because many instances never need it.
final class Lazy<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    /// Returns the value, calling `make` unless an earlier call of it succeeded.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try made.withLock { made throws(Failure) in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }

    /// Whether the value has been created.
    var isMade: Bool { made.withLock { $0 != nil } }
}
