/// Why a transition did not come, and single changes that would have brought it.
public struct NearMiss: Sendable, Hashable {
    /// Why it did not come.
    public enum Reason: String, Sendable, Hashable {
        /// It did come.
        case decided
        /// The device has no fix there.
        case noFixes = "no_fixes"
        /// None of its fixes was used.
        case allRejected = "all_rejected"
        /// No used fix was on the other side of the boundary.
        case notReached = "not_reached"
        /// Fixes were on the other side, but the policy took none of them for a change.
        case notDecided = "not_decided"
    }

    /// A change with which the transition would have come. With each but `moved`, for which the policy alone was asked, the fixes were
    /// evaluated once more.
    public enum Change: Sendable, Hashable {
        /// The closest fix this much nearer to the other side, or farther beyond the boundary.
        case moved(Distance)
        /// A circle with a radius that differs by this much.
        case radius(Distance)
        /// The closest fix with an accuracy of this or better.
        case accuracy(Distance)
        /// So many more fixes like the closest one, evenly spread until the next one, or one every ten seconds where none follows.
        case fixes(Int)
        /// Another threshold of the policy, by its key in policy files.
        case threshold(key: String, value: Double)
        /// The fixes used that were rejected for this reason.
        case using(Rejection)
        /// Passages between two fixes inferred, under this policy: that of the rules, or `raw`.
        case passThrough(TransitionPolicy)
    }

    /// The transition: ENTER of a device that stays outside, EXIT of one that stays inside.
    public var kind: Transition.Kind

    /// Why it did not come.
    public var reason: Reason

    /// The step of the explanation that came closest to it; `nil` when no fix was used.
    public var closest: Int?

    /// The first step that was rejected and would have brought it; `nil` if there is none.
    public var rejected: Int?

    /// What would have brought it, each by itself the smallest of its sort; empty when none of those that were tried would.
    public var changes: [Change]
}

extension Explanation {
    /// Why nothing happened in some of the steps.
    ///
    /// - Parameter range: Indices of steps; all if `nil`. The transition is the one that changes where the device is after them; if
    ///   one of that kind came in them, the reason is `decided`, and there are no changes.
    /// - Precondition: `range` is within the indices of `steps`.
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: some dozens of evaluations of the device's fixes up to the end of the range.
    public func nearMiss(in range: Range<Int>? = nil) throws(GeofenceError) -> NearMiss {
        let range = range ?? steps.indices
        precondition(range.clamped(to: steps.indices) == range, "The range is one of steps of the explanation.")
        let search = NearMissSearch(self, range)
        return try search.run()
    }
}
