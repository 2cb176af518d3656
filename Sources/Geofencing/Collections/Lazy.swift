internal import Synchronization

/// A value that is made on first use, because many never use it.
final class Lazy<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    /// What the first call made that did not fail.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try made.withLock { made throws(Failure) in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }

    var isMade: Bool { made.withLock { $0 != nil } }
}
