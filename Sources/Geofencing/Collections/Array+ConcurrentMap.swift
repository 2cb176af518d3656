internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
    /// Returns the results of `body` for each element, in order, computed concurrently.
    ///
    /// - Throws: The error of the first element for which `body` throws one.
    package func concurrentMap<Value: Sendable, Failure: Error>(
        _ body: @Sendable (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let results = Mutex<[Int: Result<Value, Failure>]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = Result { () throws(Failure) in try body(self[number]) }
            results.withLock { $0[number] = result }
        }
        let found = results.withLock { $0 }
        var values: [Value] = []
        for number in indices {
            if let value = try found[number]?.get() { values.append(value) }
        }
        return values
    }
}
