internal import Geofencing

/// An engine under measurement and the cost of building it.
struct BenchSubject {
    let kind: EngineKind
    let engine: GeofenceEngine
    /// The processor time of the process, in seconds: the best of up to three builds, because the first may have to
    /// wait until the system provides its memory.
    let buildSeconds: Double

    init(_ kind: EngineKind, _ policy: PolicySettings, _ workload: BenchWorkload) throws(GeofenceError) {
        self.kind = kind
        let rules = EventRules(policy: policy.policy, dwell: policy.dwell, staleAfter: policy.staleAfter)
        var built = try GeofenceEngine(checked: [], engine: kind)
        let time = try BenchClock.least(of: 3, within: 8) { () throws(GeofenceError) in
            // Never keeps two engines in memory at once.
            built = try GeofenceEngine(checked: [], engine: kind)
            return try BenchClock.processor.nanoseconds { () throws(GeofenceError) in
                built = try GeofenceEngine(checked: workload.geofences, rules: rules, engine: kind)
            }
        }
        engine = built
        buildSeconds = time * 1e-9
    }

    /// Returns an engine with the same geofences that knows the workload's devices but has seen no fixes.
    func fresh(for workload: BenchWorkload) throws(GeofenceError) -> GeofenceEngine {
        let fresh = try engine.withoutDevices()
        workload.register(in: fresh)
        return fresh
    }
}
