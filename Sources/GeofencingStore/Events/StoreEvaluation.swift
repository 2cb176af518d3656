package import Geofencing

/// Evaluates the fixes of a store against its geofences.
package enum StoreEvaluation {
    /// Evaluates all fixes from `since` to `until`, both included, with an engine that has met no device.
    ///
    /// - Parameter progressed: Called now and then with the number of fixes read so far; an error that it throws ends
    ///   the evaluation.
    package static func run(
        _ engine: GeofenceEngine,
        store: GeofenceStore,
        since: Timestamp?,
        until: Timestamp?,
        progressed: (Int) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> TraceResult {
        var transitions = TransitionSorter()
        var notes = FixNotes()
        var count = 0
        let bestFirst = engine.rules.limits.rejectsConflicts
        try store.fixes(since: since, until: until, bestFirst: bestFirst, registry: engine.registry) {
            fixes throws(GeofenceError) in
            var found: [TransitionRecord] = []
            for fix in fixes { notes.count(fix, isUsed: true) }
            engine.evaluateBatches(fixes) { records, unused in
                found += records
                for fix in unused { notes.count(fix, isUsed: false) }
            }
            try transitions.append(found)
            count += fixes.count
            try progressed(count)
        }
        return TraceResult(engine, notes: notes, transitions: transitions)
    }

    /// Returns the fixes of one device from `since` to `until`, both included, in the order in which the rules evaluate
    /// them.
    package static func trace(
        of device: DeviceID,
        rules: EventRules,
        store: GeofenceStore,
        since: Timestamp?,
        until: Timestamp?
    ) throws(GeofenceError) -> DeviceTrace {
        let registry = DeviceRegistry()
        var fixes: [Fix] = []
        let bestFirst = rules.limits.rejectsConflicts
        try store.fixes(of: device, since: since, until: until, bestFirst: bestFirst, registry: registry) { batch in
            fixes += batch.map { $0.fix(of: device) }
        }
        let devices = try store.devicesWithFixes(since: since, until: until)
        return DeviceTrace(device, stored: fixes, devices: devices)
    }
}
