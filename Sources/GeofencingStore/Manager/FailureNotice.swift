package import Geofencing

/// Which of several failures in a row of a store is told: one, and of a store that is busy only once that lasts.
package struct FailureNotice: Sendable {
    private var first: ContinuousClock.Instant?
    private var isTold = false

    /// When it failed last; `nil` if it did not fail the last time.
    package private(set) var last: ContinuousClock.Instant?

    package init() {}

    /// Takes note of a failure; says whether to tell it.
    package mutating func isToBeTold(_ error: GeofenceError, at now: ContinuousClock.Instant) -> Bool {
        let start = first ?? now
        (first, last) = (start, now)
        guard !isTold, error.code != .storeBusy || now - start >= GeofenceStore.busyTimeout else {
            return false
        }
        isTold = true
        return true
    }

    /// Takes note of a success; says whether a failure before it was told.
    @discardableResult
    package mutating func succeeded() -> Bool {
        defer { self = FailureNotice() }
        return isTold
    }
}
