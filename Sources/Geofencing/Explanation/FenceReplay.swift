/// A fix as it is passed to a replay.
struct ReplayedFix {
    var fix: Fix
    /// Whether the fix is not used because a stream had already passed on a later one when it arrived.
    var isLate = false
}

/// Passes one device's fixes to the engine's own code one by one, and observes what it decides about one geofence.
struct FenceReplay {
    let geofence: Geofence
    let rules: EventRules
    private let handle: UInt32
    private let start: ShardState

    /// Creates a replay with all registered geofences, including this one.
    init(
        _ geofence: Geofence,
        handle: UInt32,
        in snapshot: FenceSnapshot,
        _ rules: EventRules
    ) throws(GeofenceError) {
        self.geofence = geofence
        self.handle = handle
        var rules = rules
        // Muted transitions must be visible too, and visits are tracked.
        rules.recordsMuted = true
        self.rules = rules
        start = try ShardState(number: 0, snapshot: snapshot, rules: rules)
    }

    /// Creates a replay with this geofence alone, treated as active.
    init(_ geofence: Geofence, _ rules: EventRules, _ kind: EngineKind = .cells) throws(GeofenceError) {
        var active = geofence
        (active.isActive, active.notifyOnEntry, active.notifyOnExit) = (true, true, true)
        let contents = try FenceLayer.Contents(sorted: [active], kind: kind)
        try self.init(geofence, handle: 0, in: FenceSnapshot(kind: kind, base: FenceLayer(contents)), rules)
    }

    private var policy: TransitionPolicy { geofence.policy ?? rules.policy }

    /// Returns what happens to the fixes in this order.
    func explanation(of fixes: [ReplayedFix], of device: DeviceID) -> Explanation {
        var state = start
        let steps = fixes.map { step($0, &state) }
        return Explanation(
            device: device,
            geofence: geofence,
            rules: rules,
            scale: .meters(state.measure.scale(handle)),
            steps: steps
        )
    }

    /// Returns whether any of the fixes decides a transition that meets a condition, given the index of that fix.
    func decides(
        _ fixes: [ReplayedFix],
        _ isMeant: (_ index: Int, _ transition: TransitionRecord) -> Bool
    ) -> Bool {
        var state = start
        var records: [TransitionRecord] = []
        for (index, fix) in fixes.enumerated() {
            records.removeAll(keepingCapacity: true)
            _ = take(fix, &state, &records)
            if records.contains(where: { $0.fence == handle && isMeant(index, $0) }) { return true }
        }
        return false
    }

    /// Returns the presence of the device, and the evidence for a change of it.
    private func known(_ state: inout ShardState) -> (presence: Presence, evidence: PolicyEvidence) {
        let presence = state.presence(of: 0, in: handle)
        guard var transition = state.pending(of: 0, in: handle) else { return (presence, PolicyEvidence()) }
        state.countWaiting(&transition, policy)
        return (presence, transition.evidence)
    }

    private func step(_ replayed: ReplayedFix, _ state: inout ShardState) -> Explanation.Step {
        let fix = replayed.fix
        var compact = CompactFix(fix, device: 0)
        let before = known(&state)
        let isAfterSilence = endsSilence(compact, state)
        var records: [TransitionRecord] = []
        let rejection = take(replayed, &state, &records)
        var step = Explanation.Step(
            fix: fix,
            countedTime: fix.time,
            before: before.presence,
            after: known(&state).presence,
            isCovered: false,
            rejection: rejection,
            transitions: records.filter { $0.fence == handle }.map {
                Transition($0, device: fix.device, geofence: geofence.id)
            }
        )
        guard fix.rejection == nil else { return step }
        // Where fixes count in input order, an older fix counts later than it was measured.
        if rules.order == .input, let device = state.state(of: 0) { compact.time = max(compact.time, device.time) }
        step.countedTime = Timestamp(unixMilliseconds: compact.time)
        step.isCovered = state.handlesCovering(fix.coordinate).contains(handle)
        // A silence has ended the visit and anything undecided before the policy was consulted.
        let isFresh = rejection == nil && isAfterSilence
        if !isFresh { step.gathered = before.evidence }
        step.evidence = state.measure.evidence(
            of: compact,
            in: handle,
            policy,
            isInside: before.presence.isInside && !isFresh,
            isCovered: step.isCovered,
            step.gathered
        )
        return step
    }

    /// Returns whether a fix comes so long after the last used one that what was known then no longer holds.
    private func endsSilence(_ fix: CompactFix, _ state: ShardState) -> Bool {
        guard let last = state.state(of: 0), last.hasFix, fix.time > last.time else { return false }
        return ShardState.isSilence(from: last.time, to: fix.time, over: rules.longestSilence)
    }

    /// Passes a fix to the engine's code; returns the reason why it is not used, `nil` if it is used.
    private func take(
        _ replayed: ReplayedFix,
        _ state: inout ShardState,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        if replayed.isLate { return .late }
        return replayed.fix.rejection ?? state.evaluate(CompactFix(replayed.fix, device: 0), records: &records)
    }
}
