internal import Synchronization

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
        guard isTimingOperations else { return try body() }
        let start = now()
        defer { operations[operation].record(now() - start, sharedBy: count) }
        return try body()
    }

    /// Counts something short, and times it once in 64 things, for which it then stands; a batch of 64 and more always.
    ///
    /// So whatever is sampled, the clock is asked for one of 64 things at most.
    ///
    /// - Parameters:
    ///   - operation: What kind of work it is.
    ///   - count: How many things are done at once.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Complexity: O(1) beside `body`: as a rule one atomic addition.
    public func sample<Result, Failure>(
        _ operation: Operation,
        count: Int = 1,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if count >= OperationTimer.samplingInterval { return try time(operation, count: count, body) }
        guard takesSample(operation, count: count) else { return try body() }
        return try timeSample(operation, count: count, body)
    }

    /// Counts things of which there are fewer than 64; `true` if the caller is to have them timed by `timeSample`.
    ///
    /// What `sample` does in two steps, for who calls so often that making a closure in each call would show.
    @inline(__always)
    func takesSample(_ operation: Operation, count: Int = 1) -> Bool {
        isTimingOperations && operations.countSampled(operation, count)
    }

    /// Times what a sample was taken of; out of the way of the many that are not timed.
    @inline(never)
    func timeSample<Result, Failure>(
        _ operation: Operation,
        count: Int = 1,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = now()
        defer { operations[operation].recordSampled(now() - start, count: count) }
        return try body()
    }

    /// Records a batch that was timed elsewhere.
    ///
    /// - Parameters:
    ///   - operation: What kind of work it was.
    ///   - duration: What the whole batch took; a negative one counts as zero.
    ///   - count: How many things it has; without any nothing is recorded, and more than 2³⁰ count as so many.
    public func record(_ operation: Operation, _ duration: Duration, count: Int = 1) {
        guard isTimingOperations else { return }
        operations[operation].record(duration, sharedBy: count)
    }

    /// Records things that took the same time each, as what came at once and had to wait for each other.
    ///
    /// - Parameters:
    ///   - operation: What kind of work it was.
    ///   - duration: What each took; a negative one counts as zero.
    ///   - count: How many there are; without any nothing is recorded, and more than 2³⁰ count as so many.
    public func record(_ operation: Operation, each duration: Duration, count: Int) {
        guard isTimingOperations else { return }
        operations[operation].record(duration, times: count)
    }

    /// Whether operations are timed and counted; `false` only while someone finds out what that costs.
    package var isTimingOperations: Bool {
        get { timing.load(ordering: .relaxed) }
        set { timing.store(newValue, ordering: .relaxed) }
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

    /// Counts things that come at once; `true` if they are to be timed. No timer leaves, so that no reference is counted.
    @inline(__always)
    func countSampled(_ operation: PerformanceMonitor.Operation, _ count: Int) -> Bool {
        switch operation {
        case .containment: containment.countSampled(count)
        case .evaluation: evaluation.countSampled(count)
        case .update: update.countSampled(count)
        case .parse: parse.countSampled(count)
        case .delivery: delivery.countSampled(count)
        }
    }

    func reset() {
        for operation in PerformanceMonitor.Operation.allCases { self[operation].reset() }
    }
}
