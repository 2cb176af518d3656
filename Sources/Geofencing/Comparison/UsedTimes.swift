internal import Synchronization

/// The period spanned by the fixes that an evaluation uses.
package final class UsedTimes: Sendable {
    private let times = Mutex<ClosedRange<Int64>?>(nil)

    package init() {}

    /// The first and the last time, in milliseconds since 1970; `nil` as long as no fix was used.
    package var period: ClosedRange<Int64>? { times.withLock(\.self) }

    /// Discards everything, because all fixes will be processed again.
    package func restart() { times.withLock { $0 = nil } }

    /// Takes the times of fixes that have been evaluated.
    package func observe(_ evaluated: EvaluatedFixes) {
        var (first, last) = (Int64.max, Int64.min)
        evaluated.forEachUsedPick { pick in
            let time = evaluated.batch.fixes[Int(pick)].time
            (first, last) = (min(first, time), max(last, time))
        }
        guard first <= last else { return }
        times.withLock { times in
            times = min(first, times?.lowerBound ?? first)...max(last, times?.upperBound ?? last)
        }
    }
}
