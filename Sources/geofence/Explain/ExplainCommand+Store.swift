internal import Geofencing
internal import GeofencingStore

// Explaining the contents of a store.
extension ExplainCommand {
    /// Writes the explanation of the events of a store, provided that its fixes produce them.
    func explain(_ store: GeofenceStore, _ rules: EventRules) throws {
        let event = try event(of: store)
        if let event, event.cause.isEdit {
            return try format.write(ExplainedEdit(event: event))
        }
        let known = try find(in: store)
        let loaded = LoadedFences(geofences: try store.savedGeofences().map(\.geofence))
        let period = stored.last?.untilNow
        let own = try StoreEvaluation.trace(
            of: DeviceID(device),
            rules: rules,
            store: store,
            since: period?.lowerBound,
            until: period?.upperBound
        )
        if let event, !own.fixes.contains(where: { $0.time == event.decidedTime }) { throw withoutFix(event) }
        let explanation = try explanation(of: own, in: known, of: loaded, rules)
        if let event, !explanation.transitions.contains(where: { $0.id == event.id }) { throw notReproduced(event) }
        try write(explanation, own)
    }

    /// Returns the requested saved geofence.
    private func find(in store: GeofenceStore) throws(GeofenceError) -> Geofence {
        let id = Geofence.ID(geofence)
        if let saved = try store.savedGeofence(id) { return saved.geofence }
        throw try CloseNames.completing(
            .unknownGeofence(id),
            about: geofence,
            among: .savedGeofences,
            of: store,
            otherwise: """
                `geofence fences list` lists those that are saved. To explain the events of a removed geofence, save it again.
                """
        )
    }

    /// Returns the requested event, if the store has it.
    private func event(of store: GeofenceStore) throws -> Transition? {
        guard let id = moment.event else { return nil }
        let query = EventQuery(device: DeviceID(device), geofence: Geofence.ID(geofence))
        return try store.events(query).last { $0.id.description == id }
    }

    private func withoutFix(_ event: Transition) -> GeofenceError {
        let period = stored.last == nil ? "" : " in the period of --last"
        let time = ExplainTable.moment(event.decidedTime)
        return GeofenceError(
            .stateMismatch,
            "the fix at \(time) that decided the event is not in the store\(period), so it cannot be explained: \(event.title())",
            recovery: stored.last == nil
                ? """
                A watch keeps its events in the store, but not its fixes: import them with `geofence import`, or forgotten ones \
                with `geofence import --all`, and try again.
                """
                : "Leave out --last, or give a longer period."
        )
    }

    private func notReproduced(_ event: Transition) -> GeofenceError {
        var hint = "Give the policy and options of the evaluate or watch run that made it"
        if event.cause == .gap { hint += ", including --stale-after" }
        return GeofenceError(
            .stateMismatch,
            "with these options, the fixes and geofences in the store do not make this event: \(event.title())",
            recovery: "\(hint). The geofence may also have changed since, or earlier fixes may have been forgotten."
        )
    }
}
