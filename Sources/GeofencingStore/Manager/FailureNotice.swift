package import Geofencing

/// Decides which of several consecutive failures of a store is reported: only one, and a busy store only once that
/// persists.
package struct FailureNotice: Sendable {
    private var first: ContinuousClock.Instant?
    private var isTold = false

    /// The time of the last failure; `nil` if the last attempt succeeded.
    package private(set) var last: ContinuousClock.Instant?

    package init() {}

    /// Records a failure, and returns whether to report it.
    package mutating func shouldReport(_ error: GeofenceError, at now: ContinuousClock.Instant) -> Bool {
        let start = first ?? now
        (first, last) = (start, now)
        guard !isTold, error.code != .storeBusy || now - start >= GeofenceStore.busyTimeout else {
            return false
        }
        isTold = true
        return true
    }

    /// Records a success, and returns whether a failure before it was reported.
    @discardableResult
    package mutating func succeeded() -> Bool {
        defer { self = FailureNotice() }
        return isTold
    }
}
