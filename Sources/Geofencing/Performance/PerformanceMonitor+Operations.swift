internal import Synchronization

extension PerformanceMonitor {
    /// A kind of work whose times are recorded over the whole run: by the library itself, except `delivery`, which is
    /// the work of the program around it.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Finding the geofences that cover a position; counted in positions.
        case containment
        /// Turning fixes into transitions; counted in fixes.
        case evaluation
        /// Changing the registered geofences; counted in edits.
        case update
        /// Parsing the bytes of traces into fixes; counted in records.
        case parse
        /// Passing transitions on; counted in transitions.
        case delivery
    }

    /// Times a batch of work.
    ///
    /// - Parameters:
    ///   - operation: The kind of work.
    ///   - count: The number of things in the batch; each counts as if it had taken an equal share. If it is not
    ///     positive, nothing is recorded.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Complexity: O(1) besides `body`: two readings of the clock, and a lock that is held for some nanoseconds.
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

    /// Counts short work and times one in 64 things, which then stands for all 64; a batch of 64 or more is always
    /// timed.
    ///
    /// The clock is therefore read for at most one in 64 things.
    ///
    /// - Parameters:
    ///   - operation: The kind of work.
    ///   - count: The number of things done at once. If it is not positive, nothing is recorded.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Complexity: O(1) besides `body`: usually one atomic addition.
    public func sample<Result, Failure>(
        _ operation: Operation,
        count: Int = 1,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if count >= OperationTimer.samplingInterval { return try time(operation, count: count, body) }
        guard takesSample(operation, count: count) else { return try body() }
        return try timeSample(operation, count: count, body)
    }

    /// Counts fewer than 64 things and returns whether the caller is to have them timed by `timeSample`.
    ///
    /// Together with `timeSample` this does what `sample` does, for callers so frequent that creating a closure in each
    /// call would be noticeable.
    @inline(__always)
    func takesSample(_ operation: Operation, count: Int = 1) -> Bool {
        isTimingOperations && operations.countSampled(operation, count)
    }

    /// Times sampled work. Not inlined, to keep it out of the path of the many calls that are not timed.
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

    /// Records a batch that was timed by the caller.
    ///
    /// - Parameters:
    ///   - operation: The kind of work.
    ///   - duration: The time that the whole batch took, at most 46 days; a negative one counts as zero.
    ///   - count: The number of things in the batch. If it is not positive, nothing is recorded; more than 2³⁰ count as
    ///     2³⁰.
    public func record(_ operation: Operation, _ duration: Duration, count: Int = 1) {
        guard isTimingOperations else { return }
        operations[operation].record(duration, sharedBy: count)
    }

    /// Records things that each took the same time, such as things that arrived together and had to wait for each
    /// other.
    ///
    /// - Parameters:
    ///   - operation: The kind of work.
    ///   - duration: The time that each took, at most 46 days; a negative one counts as zero.
    ///   - count: The number of things. If it is not positive, nothing is recorded; more than 2³⁰ count as 2³⁰.
    public func record(_ operation: Operation, each duration: Duration, count: Int) {
        guard isTimingOperations else { return }
        operations[operation].record(duration, times: count)
    }

    /// Whether operations are timed and counted; `false` only while the cost of that is being measured.
    package var isTimingOperations: Bool {
        get { timing.load(ordering: .relaxed) }
        set { timing.store(newValue, ordering: .relaxed) }
    }

    /// Returns the latency of an operation so far; `nil` if it has not taken place.
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

    /// Counts things that arrive together and returns whether they are to be timed. No timer is passed out, which
    /// avoids reference counting.
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
