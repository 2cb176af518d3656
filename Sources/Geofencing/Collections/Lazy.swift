internal import Synchronization

/// What is made when it is first asked for: not everyone asks.
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
