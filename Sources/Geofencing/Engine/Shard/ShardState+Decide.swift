extension ShardState {
    /// Applies the policy to decide whether the device changes sides, and keeps the evidence if it does not.
    ///
    /// The distance is not measured if bounds on it decide.
    mutating func decides(_ transition: inout PendingTransition, _ fix: CompactFix, _ policy: TransitionPolicy) -> Bool
    {
        if policy.isRaw { return true }
        if transition.scale == nil { transition.scale = measure.scale(transition.fence) }
        let bounds = transition.clearance.bounds(at: fix.coordinate, isCovered: !transition.isExit)
        let seen = transition.seen(at: bounds.least, fix.time, fix.horizontalAccuracy)
        return transition.answer(policy, fix, seen, upTo: bounds.most)
            ?? decidesByMeasure(&transition, fix, policy, bounds)
    }

    /// Returns the same if what is known so far leaves it open: uses the extent of the geofence, then the waiting
    /// fixes, then the distance. A separate function, to keep the first check small.
    @inline(never)
    private mutating func decidesByMeasure(
        _ transition: inout PendingTransition,
        _ fix: CompactFix,
        _ policy: TransitionPolicy,
        _ known: Clearance.Bounds
    ) -> Bool {
        var bounds = known
        bounds.tighten(measure.bounds(from: fix.coordinate, to: transition.fence, isCovered: !transition.isExit))
        var seen = transition.seen(at: bounds.least, fix.time, fix.horizontalAccuracy)
        if let answer = transition.answer(policy, fix, seen, upTo: bounds.most) { return answer }
        if transition.dependsOnWaiting(policy, seen) {
            let answer = answerByWaiting(&transition, fix, policy, seen, upTo: bounds.most)
            if let answer { return answer }
        }
        // The boundary is not farther away than the bounds allow, so the search need not go beyond them.
        let farthest = transition.isExit ? bounds.most : 0 - bounds.least
        let limit = min(policy.reach(seen, bounds), farthest + 1)
        seen.distance = measure.distance(
            from: fix.coordinate,
            to: transition.fence,
            isCovered: !transition.isExit,
            upTo: limit
        )
        transition.clearance = Clearance(fix.coordinate, distance: seen.distance, upTo: limit, within: bounds)
        if let answer = transition.answer(policy, fix, seen, upTo: seen.distance) { return answer }
        return answerByWaiting(&transition, fix, policy, seen, upTo: seen.distance) ?? false
    }

    /// Counts the waiting fixes, oldest first, until the rest cannot change the answer; returns `nil` if it is open
    /// after all of them.
    private mutating func answerByWaiting(
        _ transition: inout PendingTransition,
        _ fix: CompactFix,
        _ policy: TransitionPolicy,
        _ seen: PolicyMeasure,
        upTo most: Double
    ) -> Bool? {
        while let waiting = transition.waiting.removeFirst() {
            count(waiting, &transition, policy)
            if let answer = transition.answer(policy, fix, seen, upTo: most) { return answer }
        }
        return nil
    }

    /// Adds those of the waiting fixes that speak for a departure to the evidence.
    mutating func countWaiting(_ transition: inout PendingTransition, _ policy: TransitionPolicy) {
        while let waiting = transition.waiting.removeFirst() { count(waiting, &transition, policy) }
    }

    /// Adds a fix that waited to the evidence if it speaks for a departure.
    private mutating func count(
        _ fix: UnmeasuredFixes.Waiting,
        _ transition: inout PendingTransition,
        _ policy: TransitionPolicy
    ) {
        var bounds = transition.clearance.bounds(at: fix.coordinate, isCovered: false)
        bounds.tighten(measure.bounds(from: fix.coordinate, to: transition.fence, isCovered: false))
        var seen = transition.seen(at: bounds.least, fix.time, fix.accuracy)
        if !policy.countsForDeparture(seen) {
            seen.distance = bounds.most
            guard policy.countsForDeparture(seen) else { return }
            let limit = policy.reach(seen, Clearance.Bounds(most: 0))
            seen.distance = measure.distance(
                from: fix.coordinate,
                to: transition.fence,
                isCovered: false,
                upTo: limit
            )
            guard policy.countsForDeparture(seen) else { return }
        }
        transition.evidence = transition.evidence.adding(PolicyEvidence().adding(fix.time))
    }
}
