extension PerformanceMonitor {
    /// Work whose time is kept for the whole run.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Finding the geofences that cover a place; counted in places.
        case containment
        /// Making transitions of fixes; counted in fixes.
        case evaluation
        /// Changing the registered geofences; counted in edits.
        case update
        /// Making fixes of bytes; counted in records.
        case parse
        /// Handing transitions on; counted in transitions.
        case delivery
    }

    /// Times a batch of work.
    ///
    /// - Parameters:
    ///   - operation: What kind of work it is.
    ///   - count: How many things the batch has; each counts as if it had taken its share. Of none, nothing is recorded.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Complexity: O(1) beside `body`: two readings of the clock and a lock that is held for some nanoseconds.
    public func time<Result, Failure>(
        _ operation: Operation,
        count: Int = 1,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = now()
        defer { operations[operation].record(now() - start, count: count) }
        return try body()
    }

    /// Counts a single call of something short, and times one in 64, which stands for the others.
    ///
    /// - Returns: What `body` returns.
    /// - Complexity: O(1) beside `body`: as a rule one atomic addition.
    public func sample<Result, Failure>(
        _ operation: Operation,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let timer = operations[operation]
        guard timer.isNextCallTimed() else { return try body() }
        let start = now()
        defer { timer.recordCall(now() - start) }
        return try body()
    }

    /// Records a batch that was timed elsewhere.
    ///
    /// - Parameters:
    ///   - operation: What kind of work it was.
    ///   - duration: What the whole batch took; a negative one counts as zero.
    ///   - count: How many things it has; not negative.
    public func record(_ operation: Operation, _ duration: Duration, count: Int = 1) {
        operations[operation].record(duration, count: count)
    }

    /// How long the work took so far; `nil` if there was none.
    public func latency(of operation: Operation) -> OperationLatency? { operations[operation].latency }
}

/// A timer for each kind of work.
struct OperationTimers: Sendable {
    private let containment = OperationTimer()
    private let evaluation = OperationTimer()
    private let update = OperationTimer()
    private let parse = OperationTimer()
    private let delivery = OperationTimer()

    subscript(operation: PerformanceMonitor.Operation) -> OperationTimer {
        switch operation {
        case .containment: containment
        case .evaluation: evaluation
        case .update: update
        case .parse: parse
        case .delivery: delivery
        }
    }

    func reset() {
        for operation in PerformanceMonitor.Operation.allCases { self[operation].reset() }
    }
}
