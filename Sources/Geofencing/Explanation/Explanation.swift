/// What became of a device's fixes with regard to one geofence, and why: the decisions of the engine, one by one.
///
/// ```swift
/// let explanation = try engine.explain("bus-7", in: "stop-66", fixes: fixes)
/// for step in explanation.steps where step.evidence.rule == .withinBand {
///     print(step.fix.time, step.evidence.distance)
/// }
/// ```
public struct Explanation: Sendable {
    /// One fix and what became of it.
    public struct Step: Sendable, Hashable {
        /// The fix.
        public var fix: Fix

        /// When it counts: its own time, or that of the fix before it where fixes count in the order of the input and it is older.
        public var countedTime: Timestamp

        /// What was known of the device before it; rejected fixes change nothing.
        public var before: Presence

        /// What is known of the device after it.
        public var after: Presence

        /// Whether the geofence covers the fix.
        public var isCovered: Bool

        /// Why the fix was not used; `nil` for one that was.
        public var rejection: Rejection?

        /// What the policy saw and decided; of a rejected fix what it would have seen, of one that is at no place an infinite
        /// distance.
        public var evidence = Evidence(rule: .agrees, distance: .meters(.infinity))

        /// What the fix decided, those that the geofence mutes included.
        public var transitions: [Transition]
    }

    /// The device.
    public let device: DeviceID

    /// The geofence. An inactive one is explained as if it were active.
    public let geofence: Geofence

    /// The rules of events.
    public let rules: EventRules

    /// The geofence's size: a circle's radius, 2 · area / perimeter of polygons.
    public let scale: Distance

    /// The device's fixes in the order in which they count.
    public let steps: [Step]

    /// Whether fixes waited for older ones before they came to the engine.
    var waits = false

    /// The policy that decides: the geofence's own, else that of the rules.
    public var policy: TransitionPolicy { geofence.policy ?? rules.policy }

    /// What was decided, in the order in which it was; those that the geofence mutes included.
    public var transitions: [Transition] { steps.flatMap(\.transitions) }

    /// Whether the geofence or its being inactive keeps a transition from being reported.
    public func isMuted(_ transition: Transition) -> Bool {
        switch transition.kind {
        case .enter: !geofence.notifyOnEntry || !geofence.isActive
        case .exit: !geofence.notifyOnExit || !geofence.isActive
        case .dwell: !geofence.isActive
        }
    }
}

extension GeofenceEngine {
    /// Explains what the engine would decide of a device and a geofence, had it met nothing yet.
    ///
    /// The decisions are those of `process`, made by the same code; the engine's own devices are not touched.
    ///
    /// - Parameters:
    ///   - device: The device; fixes of others are left out.
    ///   - geofence: A geofence that is known, active or not.
    ///   - fixes: Fixes in the order in which they are to count.
    /// - Throws: `unknownGeofence` if there is none of this name; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: a lookup and a distance for each fix.
    public func explain(
        _ device: DeviceID,
        in geofence: Geofence.ID,
        fixes: some Sequence<Fix>
    ) throws(GeofenceError) -> Explanation {
        try explain(fixes.filter { $0.device == device }.map { ReplayedFix(fix: $0) }, of: device, in: geofence)
    }

    /// Explains what an evaluation of trace files decides of a device and a geofence.
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
        // With the engine's own index, so that distances are the same to the last bit; geometry alone needs none.
        let replay =
            if let handle = snapshot.handle(of: geofence), rules.passThrough == nil {
                try FenceReplay(known, handle: handle, in: snapshot, rules)
            } else {
                try FenceReplay(known, rules, kind)
            }
        return replay.explanation(of: fixes, of: device)
    }
}
