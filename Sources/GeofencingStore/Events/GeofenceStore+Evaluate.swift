public import Geofencing

extension GeofenceStore {
    /// Evaluates the imported fixes against the active saved geofences, and puts the events in place of those of the
    /// last evaluation, as `geofence evaluate --store` does. What watches and `save(_:)` have stored remains.
    ///
    /// ```swift
    /// let evaluated = try store.evaluate(rules: EventRules(policy: .raw))
    /// print("\(evaluated.counts.used) fixes used")
    /// ```
    ///
    /// The new events count once all of them are stored: until then, and if the evaluation ends with an error, those of
    /// the last one do. Other processes can write meanwhile; other calls of this `GeofenceStore` wait while it reads.
    ///
    /// - Parameters:
    ///   - rules: The rules by which events are made. Each device's fixes count in order of time.
    ///   - since: The time of the oldest fixes that are evaluated; `nil` for no limit. Events of older ones go too.
    ///   - until: The time of the newest fixes that are evaluated; `nil` for no limit. Events of newer ones go too.
    ///   - progressed: Called now and then with the number of fixes evaluated so far, on the calling thread; an error
    ///     that it throws, such as that of `Task.checkCancellation()`, ends the evaluation. It must not call the store.
    /// - Returns: An engine that knows the devices as the fixes have left them, and what was used.
    /// - Throws: The store's errors, with `storeBusy` also if devices were forgotten meanwhile or an evaluation that
    ///   began later has ended before this one; those of `GeofenceEngine.init(_:rules:engine:threads:)`; `inputOutput`
    ///   if transitions cannot be kept in a temporary file. An error that `progressed` throws is rethrown unchanged.
    /// - Complexity: O(*n* + *t* log *t*) for *n* fixes and *t* events, old or new; the memory is that of the engine.
    @discardableResult
    public func evaluate(
        rules: EventRules = EventRules(),
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        progressed: (Int) throws -> Void = { _ in }
    ) throws -> EvaluatedTraces {
        let forgettings = try forgettings()
        let geofences = try savedGeofences().map(\.geofence).activeByIdentifier
        let engine = try GeofenceEngine(geofences, rules: rules)
        var result = try CallersErrors.passing { errors in
            try StoreEvaluation.run(engine, store: self, since: since, until: until) { count throws(GeofenceError) in
                try errors.keep(in: self) { try progressed(count) }
            }
        }
        let evaluation = try addEvaluation(after: forgettings) { save throws(GeofenceError) in
            try result.transitions.drain(registry: engine.registry) { record throws(GeofenceError) in
                try save(Transition(record, in: engine.registry, geofence: geofences[Int(record.fence)].id))
            }
        }
        try makeCurrent(evaluation)
        return EvaluatedTraces(result)
    }
}
