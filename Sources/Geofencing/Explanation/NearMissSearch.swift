/// Searches for what would have caused a transition in steps that decided none, by deciding again with one thing
/// changed.
struct NearMissSearch {
    let explanation: Explanation
    /// The steps that were asked about.
    private let asked: Range<Int>
    /// The steps in which the transition is missing: those after the last one that changed the device's presence.
    let range: Range<Int>
    let kind: Transition.Kind
    /// The fixes of all steps up to the end of the range.
    let fixes: [ReplayedFix]

    /// The resolution of changes of distances and accuracies, in meters.
    static let grid = 0.1
    /// The largest change of a distance that is tried, in meters.
    static let reach = 20_000.0

    init(_ explanation: Explanation, _ range: Range<Int>) {
        self.explanation = explanation
        asked = range
        let last = explanation.steps[range].lastIndex { step in step.transitions.contains { $0.kind != .dwell } }
        self.range = (last.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound
        kind = explanation.steps[..<range.upperBound].last?.after.isInside == true ? .exit : .enter
        // No change that is tried reduces the used fixes, so late fixes stay late.
        fixes = explanation.steps[..<range.upperBound].map { ReplayedFix(fix: $0.fix, isLate: $0.rejection == .late) }
    }

    func run() throws(GeofenceError) -> NearMiss {
        if explanation.steps[asked].contains(where: { $0.transitions.contains { $0.kind == kind } }) {
            return NearMiss(kind: kind, reason: .decided, closest: nil, changes: [])
        }
        guard !range.isEmpty else { return NearMiss(kind: kind, reason: .noFixes, closest: nil, changes: []) }
        let used = range.filter { explanation.steps[$0].rejection == nil }
        let across = used.filter { explanation.steps[$0].isCovered == (kind == .enter) }
        let closest = closest(of: across.isEmpty ? used : across)
        let reason: NearMiss.Reason = used.isEmpty ? .allRejected : across.isEmpty ? .notReached : .notDecided
        var changes: [NearMiss.Change] = []
        if let closest {
            changes += try moved(closest).map { [.moved($0)] } ?? []
            // A passage needs no fix on the other side.
            let isReached = !across.isEmpty || explanation.rules.passThrough != nil
            changes += try radius(reaching: isReached ? [] : used).map { [.radius($0)] } ?? []
            if !across.isEmpty {
                changes += try accuracy(closest).map { [.accuracy($0)] } ?? []
                changes += try moreFixes(closest).map { [.fixes($0)] } ?? []
                changes += try thresholds()
            }
        }
        let reasons = try rejections()
        changes += reasons.map { .using($0) }
        if let policy = try policyWithPassThrough() { changes.append(.passThrough(policy)) }
        let rejected = range.first { number in
            let step = explanation.steps[number]
            return step.rejection.map(reasons.contains) == true && step.isCovered == (kind == .enter)
        }
        return NearMiss(kind: kind, reason: reason, closest: closest, rejected: rejected, changes: changes)
    }

    /// Returns the step that is closest to a different decision.
    private func closest(of candidates: [Int]) -> Int? {
        candidates.max { one, other in
            let (one, other) = (explanation.steps[one], explanation.steps[other])
            return nearness(one).lexicographicallyPrecedes(nearness(other))
        }
    }

    private func nearness(_ step: Explanation.Step) -> [Double] {
        let outward = kind == .exit ? step.evidence.distance.meters : -step.evidence.distance.meters
        let span =
            step.evidence.since.map {
                Double(step.countedTime.unixMilliseconds) - Double($0.unixMilliseconds)
            } ?? 0
        let share = step.evidence.share.map { kind == .exit ? -$0 : $0 } ?? 0
        let accuracy = kind == .enter && step.isCovered ? -(step.evidence.accuracy?.meters ?? 0) : 0
        let beyond = kind == .exit ? outward - (step.evidence.undecided?.upperBound.meters ?? 0) : outward
        // Consecutive fixes come first, as far as they count for this change.
        return [step.evidence.rule == .departing ? Double(step.evidence.fixes) : 0, span, share, accuracy, beyond]
    }

    /// Returns whether the transition happens in the range for these fixes, of which `inserted` more are in the range.
    func happens(
        _ geofence: Geofence,
        _ rules: EventRules,
        _ fixes: [ReplayedFix],
        inserted: Int = 0
    ) throws(GeofenceError) -> Bool {
        let place = range.lowerBound..<range.upperBound + inserted
        return try FenceReplay(geofence, rules).decides(fixes) { index, transition in
            place.contains(index) && transition.kind == kind
        }
    }

    /// Returns the least number of steps, more than `start` and up to `count`, with which a test succeeds. If the test
    /// fails again for larger numbers, a result is certain only if `count`, or `start` plus a power of two, succeeds.
    func least<Failure>(
        after start: Int = 0,
        upTo count: Int,
        _ test: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int? {
        guard count > start else { return nil }
        var (fails, succeeds) = (start, start + 1)
        while try !test(succeeds) {
            guard succeeds < count else { return nil }
            (fails, succeeds) = (succeeds, min(2 * succeeds - start, count))
        }
        while succeeds - fails > 1 {
            let middle = (fails + succeeds) / 2
            if try test(middle) { succeeds = middle } else { fails = middle }
        }
        return succeeds
    }

    private func thresholds() throws(GeofenceError) -> [NearMiss.Change] {
        var changes: [NearMiss.Change] = []
        for lever in explanation.policy.levers(for: kind, scale: explanation.scale.meters) {
            let steps = try least(upTo: lever.steps.count) { step throws(GeofenceError) in
                var geofence = explanation.geofence
                var policy = explanation.policy
                policy[lever.threshold] = lever.steps.value(at: step)
                geofence.policy = policy
                return try happens(geofence, explanation.rules, fixes)
            }
            if let steps {
                changes.append(.threshold(key: lever.threshold.rawValue, value: lever.steps.value(at: steps)))
            }
        }
        return changes
    }

    /// Returns the reasons for rejection without which the transition would have happened.
    private func rejections() throws(GeofenceError) -> [Rejection] {
        var found: [Rejection] = []
        let reasons = Set(explanation.steps[range].compactMap(\.rejection))
        for reason in Rejection.allCases where reasons.contains(reason) {
            // If these fixes were used, they would have made others late.
            if explanation.waits, reason != .impossibleSpeed { continue }
            var rules = explanation.rules
            switch reason {
            case .nullIsland: rules.limits.rejectsNullIsland = false
            case .impossibleSpeed: rules.limits.maximumMetersPerSecond = nil
            case .inaccurate: rules.limits.maximumAccuracy = nil
            case .tooOld where rules.limits.earliest != nil: rules.limits.earliest = nil
            case .future where rules.limits.latest != nil: rules.limits.latest = nil
            case .tooOld, .future: rules.limits.rejectsUnsetClocks = false
            default: continue
            }
            if try happens(explanation.geofence, rules, fixes) { found.append(reason) }
        }
        return found
    }

    /// Returns the policy under which inferring passages between two fixes causes the transition: that of the rules if
    /// it does, otherwise `raw`; `nil` if neither does.
    private func policyWithPassThrough() throws(GeofenceError) -> TransitionPolicy? {
        guard kind == .enter, explanation.rules.passThrough == nil else { return nil }
        var own = explanation.rules
        own.passThrough = PassThrough()
        var raw = own
        (raw.policy, raw.limits) = (.raw, limitsOfRaw)
        for rules in [own, raw] {
            let isFound = try FenceReplay(explanation.geofence, rules).decides(fixes) { index, transition in
                range.contains(index) && transition.isInferred
            }
            if isFound { return rules.policy }
        }
        return nil
    }

    /// The limits of fixes under `raw`: limits that were set explicitly stay, the others change with the policy.
    private var limitsOfRaw: FixLimits {
        var limits = explanation.rules.limits
        guard !explanation.rules.policy.isRaw else { return limits }
        let (standard, none) = (FixLimits.standard, FixLimits())
        limits.rejectsConflicts = none.rejectsConflicts
        if limits.rejectsNullIsland == standard.rejectsNullIsland { limits.rejectsNullIsland = none.rejectsNullIsland }
        if limits.rejectsUnsetClocks == standard.rejectsUnsetClocks {
            limits.rejectsUnsetClocks = none.rejectsUnsetClocks
        }
        if limits.maximumMetersPerSecond == standard.maximumMetersPerSecond {
            limits.maximumMetersPerSecond = none.maximumMetersPerSecond
        }
        return limits
    }
}
