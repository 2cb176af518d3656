extension ShardState {
    /// Asks the policy whether the device changes sides, and keeps the evidence if it does not.
    ///
    /// What bounds on the distance decide is not measured.
    mutating func decides(_ transition: inout PendingTransition, _ fix: CompactFix, _ policy: TransitionPolicy) -> Bool
    {
        if policy.isRaw { return true }
        if transition.scale == nil { transition.scale = measure.scale(transition.fence) }
        let bounds = transition.clearance.bounds(at: fix.coordinate, isCovered: !transition.isExit)
        let seen = transition.seen(at: bounds.least, fix.time, fix.horizontalAccuracy)
        return transition.answer(policy, fix, seen, upTo: bounds.most)
            ?? decidesByMeasure(&transition, fix, policy, bounds)
    }

    /// The same where what is known so far leaves it open: goes by the extent of the geofence, then by what waits, then by the
    /// distance. Apart, so that the first look stays small.
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
            countWaiting(&transition, policy)
            if let answer = transition.answer(policy, fix, seen, upTo: bounds.most) { return answer }
        }
        // The boundary is not farther away than the bounds have it, so nothing need be looked for there.
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
        countWaiting(&transition, policy)
        return transition.answer(policy, fix, seen, upTo: seen.distance) ?? false
    }

    /// Adds those of the waiting fixes to the evidence that speak for a departure.
    mutating func countWaiting(_ transition: inout PendingTransition, _ policy: TransitionPolicy) {
        for number in 0..<transition.waiting.count {
            let fix = transition.waiting[number]
            var bounds = transition.clearance.bounds(at: fix.coordinate, isCovered: false)
            bounds.tighten(measure.bounds(from: fix.coordinate, to: transition.fence, isCovered: false))
            var seen = transition.seen(at: bounds.least, fix.time, fix.accuracy)
            if !policy.countsForDeparture(seen) {
                seen.distance = bounds.most
                guard policy.countsForDeparture(seen) else { continue }
                let limit = policy.reach(seen, Clearance.Bounds(most: 0))
                seen.distance = measure.distance(
                    from: fix.coordinate,
                    to: transition.fence,
                    isCovered: false,
                    upTo: limit
                )
                guard policy.countsForDeparture(seen) else { continue }
            }
            transition.evidence = transition.evidence.adding(PolicyEvidence().adding(fix.time))
        }
        transition.waiting.removeAll()
    }
}
