/// What happened to a device's fixes with regard to one geofence, and why: the engine's decisions, one by one.
///
/// ```swift
/// let explanation = try engine.explain("bus-7", in: "stop-66", fixes: fixes)
/// for step in explanation.steps where step.evidence.rule == .withinBand {
///     print(step.fix.time, step.evidence.distance)
/// }
/// ```
public struct Explanation: Sendable {
    /// One fix and its outcome.
    public struct Step: Sendable, Hashable {
        /// The fix.
        public var fix: Fix

        /// The time at which the fix counts: its own time or, where fixes count in input order and it is older, that of
        /// the fix before it.
        public var countedTime: Timestamp

        /// The device's presence before the fix; rejected fixes change nothing.
        public var before: Presence

        /// The device's presence after the fix.
        public var after: Presence

        /// Whether the geofence covers the fix.
        public var isCovered: Bool

        /// The reason why the fix was not used; `nil` for a used fix.
        public var rejection: Rejection?

        /// What the policy saw and decided. For a rejected fix it is what the policy would have seen; for a fix without
        /// a usable position the distance is infinite.
        public var evidence = Evidence(rule: .agrees, distance: .meters(.infinity))

        /// What fixes before it had gathered for a change.
        var gathered = PolicyEvidence()

        /// The transitions that the fix decided, including those that the geofence mutes.
        public var transitions: [Transition]
    }

    /// The device.
    public let device: DeviceID

    /// The geofence. An inactive one is explained as if it were active.
    public let geofence: Geofence

    /// The event rules.
    public let rules: EventRules

    /// The geofence's size: the radius of a circle, or 2 · area / perimeter for polygons.
    public let scale: Distance

    /// The device's fixes in the order in which they count.
    public let steps: [Step]

    /// Whether fixes waited for older ones before they reached the engine.
    var waits = false

    /// The policy that decides: the geofence's own, otherwise that of the rules.
    public var policy: TransitionPolicy { geofence.policy ?? rules.policy }

    /// The transitions in the order in which they were decided, including those that the geofence mutes.
    public var transitions: [Transition] { steps.flatMap(\.transitions) }

    /// Returns whether a transition is not reported because the geofence mutes its kind or is inactive.
    public func isMuted(_ transition: Transition) -> Bool {
        switch transition.kind {
        case .enter: !geofence.notifyOnEntry || !geofence.isActive
        case .exit: !geofence.notifyOnExit || !geofence.isActive
        case .dwell: !geofence.isActive
        }
    }
}

extension GeofenceEngine {
    /// Explains what an engine that has seen no fixes yet would decide about a device and a geofence.
    ///
    /// The decisions are those of `process`, made by the same code; the engine's own devices are not affected.
    ///
    /// - Parameters:
    ///   - device: The device; fixes of other devices are ignored.
    ///   - geofence: A known geofence, active or not.
    ///   - fixes: Fixes in the order in which they count.
    /// - Throws: `unknownGeofence` if no geofence has this identifier; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: A lookup and a distance for each fix.
    public func explain(
        _ device: DeviceID,
        in geofence: Geofence.ID,
        fixes: some Sequence<Fix>
    ) throws(GeofenceError) -> Explanation {
        try explain(fixes.filter { $0.device == device }.map { ReplayedFix(fix: $0) }, of: device, in: geofence)
    }

    /// Explains what an evaluation of traces by an engine that has seen no fixes yet decides about a device and a
    /// geofence, as `geofence explain` does: the fixes are sorted if those of any device are out of order.
    ///
    /// - Parameters:
    ///   - device: The device; without fixes of it in the traces, the explanation has no steps.
    ///   - geofence: A known geofence, active or not.
    ///   - traces: The traces, in order. Standard input and pipes can be read once only, by this or by `evaluate`.
    /// - Throws: `unknownGeofence` if no geofence has this identifier; the errors that `TraceFile.read()` lists;
    ///   `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(bytes), and a lookup and a distance for each fix of the device; the memory is that of its fixes.
    public func explain(
        _ device: DeviceID,
        in geofence: Geofence.ID,
        traces: [TraceFile]
    ) throws(GeofenceError) -> Explanation {
        try explain(DeviceTrace(device, traces: traces, rules: rules), in: geofence)
    }

    /// Explains what an evaluation of trace files decides about a device and a geofence.
    package func explain(_ trace: DeviceTrace, in geofence: Geofence.ID) throws(GeofenceError) -> Explanation {
        let fixes = trace.fixes.enumerated().map { ReplayedFix(fix: $1, isLate: trace.late.contains($0)) }
        var explanation = try explain(fixes, of: trace.device, in: geofence)
        explanation.waits = trace.waits
        return explanation
    }

    private func explain(
        _ fixes: [ReplayedFix],
        of device: DeviceID,
        in geofence: Geofence.ID
    ) throws(GeofenceError) -> Explanation {
        let snapshot = self.snapshot
        guard let known = snapshot.known(geofence) else {
            throw GeofenceError(
                .unknownGeofence,
                "there is no geofence \"\(geofence)\"",
                at: InputLocation(geofence: geofence.rawValue),
                recovery: "Check the identifier."
            )
        }
        // Uses the engine's own index, so that distances are the same to the last bit; geometry alone needs none.
        let replay =
            if let handle = snapshot.handle(of: geofence), rules.passThrough == nil {
                try FenceReplay(known, handle: handle, in: snapshot, rules)
            } else {
                try FenceReplay(known, rules, kind)
            }
        return replay.explanation(of: fixes, of: device)
    }
}
