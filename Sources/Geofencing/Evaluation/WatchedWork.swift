internal import Dispatch
internal import Synchronization

/// Work on a thread of its own, which tells the calling thread how far it has come, and which that thread can end.
final class WatchedWork<Value>: Sendable {
    private struct State {
        /// What was reported last and not yet told.
        var news: TraceProgress?
        var isUnwanted = false
        var isDone = false
    }

    private let state = Mutex(State())
    private let result = Mutex<Result<Value, GeofenceError>?>(nil)
    /// Signaled after each change by the work.
    private let wake = DispatchSemaphore(value: 0)

    private init() {}

    /// Does the work and returns its result.
    ///
    /// - Parameters:
    ///   - progressed: Called with reports on the calling thread; of those that come faster, with the newest. An error
    ///     that it throws ends the work at the next report, and is thrown in place of the result.
    ///   - work: Calls `report(_:)` of its argument now and then, and passes on its error.
    static func run(
        telling progressed: (TraceProgress) throws -> Void,
        _ work: @escaping @Sendable (WatchedWork) throws(GeofenceError) -> Value
    ) throws -> Value {
        let watched = WatchedWork()
        // A queue of its own takes over the priority of the calling thread.
        DispatchQueue(label: "geofence-work").async { watched.finish(work) }
        do {
            while let progress = watched.next() { try progressed(progress) }
        } catch {
            watched.state.withLock { $0.isUnwanted = true }
            while watched.next() != nil {}
            throw error
        }
        guard let result = watched.result.withLock({ $0.take() }) else {
            preconditionFailure("The work has ended without a result.")
        }
        return try result.get()
    }

    private func finish(_ work: @Sendable (WatchedWork) throws(GeofenceError) -> Value) {
        result.withLock { result in
            result = Result { () throws(GeofenceError) in try work(self) }
        }
        state.withLock { $0.isDone = true }
        wake.signal()
    }

    /// Tells the thread that waits how far the work has come.
    ///
    /// - Throws: If that thread wants no more of it; nobody gets to see the error.
    func report(_ progress: TraceProgress) throws(GeofenceError) {
        let isUnwanted = state.withLock { state in
            state.news = progress
            return state.isUnwanted
        }
        if isUnwanted { throw GeofenceError(.inputOutput, "its caller ended it", recovery: "Do it again.") }
        wake.signal()
    }

    /// Waits for news; returns `nil` at the end.
    private func next() -> TraceProgress? {
        while true {
            let (news, isDone) = state.withLock { ($0.news.take(), $0.isDone) }
            if let news { return news }
            if isDone { return nil }
            wake.wait()
        }
    }
}
