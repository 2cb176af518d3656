/// Why a transition did not happen, and single changes that would have caused it.
public struct NearMiss: Sendable, Hashable {
    /// The reason why the transition did not happen.
    public enum Reason: String, Sendable, Hashable {
        /// It did happen.
        case decided
        /// The device has no fix in the range, or none after it entered or left there.
        case noFixes = "no_fixes"
        /// None of its fixes was used.
        case allRejected = "all_rejected"
        /// No used fix was on the other side of the boundary.
        case notReached = "not_reached"
        /// Fixes were on the other side, but the policy accepted none of them as a change.
        case notDecided = "not_decided"
    }

    /// A change that would have caused the transition. For all but `moved`, which consults only the policy, the fixes
    /// were evaluated again.
    public enum Change: Sendable, Hashable {
        /// The closest fix lies this much nearer to the other side, or farther beyond the boundary.
        case moved(Distance)
        /// The circle has a radius that differs by this much.
        case radius(Distance)
        /// The closest fix has this accuracy or a better one.
        case accuracy(Distance)
        /// This many more fixes like the closest one, spread evenly until the next fix that is used, or every ten
        /// seconds if none follows.
        case fixes(Int)
        /// The policy has another threshold, given by its key in policy files.
        case threshold(key: String, value: Double)
        /// The fixes that were rejected for this reason are used.
        case using(Rejection)
        /// Passages between two fixes are inferred, under this policy: that of the rules, or `raw`.
        case passThrough(TransitionPolicy)
    }

    /// The missed transition: ENTER for a device that stays outside, EXIT for one that stays inside.
    public var kind: Transition.Kind

    /// The reason why the transition did not happen.
    public var reason: Reason

    /// The index of the step of the explanation that came closest to the transition; `nil` if no fix was used.
    public var closest: Int?

    /// The index of the first step on the other side of the boundary that was rejected for a reason without which the
    /// transition would have happened; `nil` if there is none.
    public var rejected: Int?

    /// The single changes that would have caused it, each the smallest of its kind that was tried; empty if none would.
    public var changes: [Change]
}

extension Explanation {
    /// Returns the number of the first used fix after a step; `nil` if there is none.
    package func nextUsed(after step: Int) -> Int? { steps[(step + 1)...].firstIndex { $0.rejection == nil } }

    /// Returns why nothing happened in some of the steps.
    ///
    /// - Parameter range: The indices of the steps; all steps if `nil`. The transition is the one that would change the
    ///   device's presence after these steps, so those up to the last ENTER or EXIT among them do not count. If one of
    ///   that kind happened in them, the reason is `decided`, and there are no changes.
    /// - Precondition: `range` is within the indices of `steps`.
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: Some dozens of evaluations of the device's fixes up to the end of the range.
    public func nearMiss(in range: Range<Int>? = nil) throws(GeofenceError) -> NearMiss {
        let range = range ?? steps.indices
        precondition(range.clamped(to: steps.indices) == range, "The range must lie within the explanation's steps.")
        let search = NearMissSearch(self, range)
        return try search.run()
    }
}
