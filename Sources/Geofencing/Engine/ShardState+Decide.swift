extension ShardState {
    /// Asks the policy whether the device changes sides, and keeps the evidence if it does not.
    ///
    /// What bounds on the distance decide is not measured.
    mutating func decides(_ matter: inout Matter, _ fix: CompactFix, _ policy: TransitionPolicy) -> Bool {
        if policy.isRaw { return true }
        if matter.scale == nil { matter.scale = measure.scale(matter.fence) }
        let bounds = matter.clearance.bounds(at: fix.coordinate, isCovered: !matter.isExit)
        let seen = matter.seen(at: bounds.least, fix.time, fix.horizontalAccuracy)
        return matter.answer(policy, fix, seen, upTo: bounds.most) ?? decidesByMeasure(&matter, fix, policy, bounds)
    }

    /// The same where what is known so far leaves it open: goes by the extent of the geofence, then by what waits, then by the
    /// distance. Apart, so that the first look stays small.
    @inline(never)
    private mutating func decidesByMeasure(
        _ matter: inout Matter,
        _ fix: CompactFix,
        _ policy: TransitionPolicy,
        _ known: Clearance.Bounds
    ) -> Bool {
        var bounds = known
        bounds.tighten(measure.bounds(from: fix.coordinate, to: matter.fence, isCovered: !matter.isExit))
        var seen = matter.seen(at: bounds.least, fix.time, fix.horizontalAccuracy)
        if let answer = matter.answer(policy, fix, seen, upTo: bounds.most) { return answer }
        if matter.dependsOnWaiting(policy, seen) {
            countWaiting(&matter, policy)
            if let answer = matter.answer(policy, fix, seen, upTo: bounds.most) { return answer }
        }
        // The boundary is not farther away than the bounds have it, so nothing need be looked for there.
        let farthest = matter.isExit ? bounds.most : 0 - bounds.least
        let limit = min(policy.reach(seen, bounds), farthest + 1)
        seen.distance = measure.distance(
            from: fix.coordinate,
            to: matter.fence,
            isCovered: !matter.isExit,
            upTo: limit
        )
        matter.clearance = Clearance(fix.coordinate, distance: seen.distance, upTo: limit, within: bounds)
        if let answer = matter.answer(policy, fix, seen, upTo: seen.distance) { return answer }
        countWaiting(&matter, policy)
        return matter.answer(policy, fix, seen, upTo: seen.distance) ?? false
    }

    /// Adds those of the waiting fixes to the evidence that speak for a departure.
    mutating func countWaiting(_ matter: inout Matter, _ policy: TransitionPolicy) {
        for number in 0..<matter.waiting.count {
            let fix = matter.waiting[number]
            var bounds = matter.clearance.bounds(at: fix.coordinate, isCovered: false)
            bounds.tighten(measure.bounds(from: fix.coordinate, to: matter.fence, isCovered: false))
            var seen = matter.seen(at: bounds.least, fix.time, fix.accuracy)
            if !policy.countsForDeparture(seen) {
                seen.distance = bounds.most
                guard policy.countsForDeparture(seen) else { continue }
                let limit = policy.reach(seen, Clearance.Bounds(most: 0))
                seen.distance = measure.distance(from: fix.coordinate, to: matter.fence, isCovered: false, upTo: limit)
                guard policy.countsForDeparture(seen) else { continue }
            }
            matter.evidence = matter.evidence.adding(PolicyEvidence().adding(fix.time))
        }
        matter.waiting.removeAll()
    }
}
