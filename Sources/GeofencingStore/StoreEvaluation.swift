package import Geofencing

/// Evaluates the fixes of a store against its geofences.
package enum StoreEvaluation {
    /// Evaluates all fixes from a time on, up to another, with an engine that has met no device.
    ///
    /// - Parameter progressed: Told now and then how many fixes were read.
    package static func run(
        _ engine: GeofenceEngine,
        store: GeofenceStore,
        since: Timestamp?,
        until: Timestamp?,
        progressed: (Int) -> Void = { _ in }
    ) throws(GeofenceError) -> TraceResult {
        var transitions = TransitionSorter()
        var count = 0
        try store.fixes(since: since, until: until, registry: engine.registry) { fixes throws(GeofenceError) in
            var found: [TransitionRecord] = []
            engine.evaluateBatches(fixes) { found += $0 }
            try transitions.append(found)
            count += fixes.count
            progressed(count)
        }
        return TraceResult(engine, transitions: transitions)
    }
}
