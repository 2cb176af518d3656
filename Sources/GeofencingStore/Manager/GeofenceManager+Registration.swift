public import Geofencing
internal import Logging
internal import Synchronization

extension GeofenceManager {
    /// Registers all active geofences of the store and nothing else. Safe to call at any time: it changes only what
    /// differs.
    ///
    /// Call it on start, on resume, when the store is back after an error and when authorization is restored; a
    /// listening manager does all of that by itself, except on resume. Without authorization it changes nothing, and
    /// the log says so. A change that the registry refuses stops no other one; the log says so, and it is tried again
    /// with the next change of the store.
    ///
    /// - Throws: The store's errors.
    /// - Complexity: O(*v*) for the *v* vertices of all saved geofences, plus the cost of the changes.
    public func ensureRegionsRegistered() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in _ = try ensureRegionsRegistered(&state) }
    }

    /// Records that the registry already has the active geofences among these geofences of the store.
    func take(_ saved: SavedChanges, _ state: inout State) throws(GeofenceError) {
        let notice = try store.notice()
        state.reconcileRequests = notice.reconcileRequests
        state.wasAllowed = notice.allowsGeofencing
        state.revision = saved.revision
        let active = saved.changed.lazy.filter(\.geofence.isActive).map { ($0.geofence.id, $0.revision) }
        try publishAll(Dictionary(active) { $1 }, &state)
    }

    /// Registers all active geofences of the store, called with the lock held.
    ///
    /// - Returns: Everything that is saved; nothing without authorization.
    @discardableResult
    func ensureRegionsRegistered(_ state: inout State) throws(GeofenceError) -> SavedChanges {
        let notice = try store.notice()
        state.reconcileRequests = notice.reconcileRequests
        state.wasAllowed = notice.allowsGeofencing
        guard notice.allowsGeofencing else {
            GeofenceStore.logNoAuthorization()
            try publishAsItIs(&state)
            return .none
        }
        let saved = try store.changes(since: 0)
        let active = saved.changed.filter(\.geofence.isActive)
        let current = registry.registeredGeofences
        Logger.geofences.debug(
            "ensureRegionsRegistered called",
            metadata: ["desired_count": "\(active.count)", "current_count": "\(current.count)"]
        )
        // A geofence that is gone, or saved again, although its removal failed no longer needs to be removed.
        state.failedRemovals.formIntersection(current.map(\.id))
        state.failedRemovals.subtract(active.map(\.geofence.id))
        let changes = Self.difference(from: current, to: active.map(\.geofence))
        let (transitions, failed) = apply(changes, &state)
        state.wasRefused = !failed.isEmpty
        state.revision = saved.revision
        // A geofence whose change was refused is still as it was.
        let before = state.published
        let revisions = active.map { geofence in
            let id = geofence.geofence.id
            return (id, failed.contains(id) ? before[id] ?? 0 : geofence.revision)
        }
        try publishThenDeliver(transitions, &state) { state throws(GeofenceError) in
            try publishAll(Dictionary(revisions) { $1 }, &state)
        }
        return saved
    }

    /// Publishes what is registered although it may not be changed now: a manager that starts may have registered it
    /// before.
    private func publishAsItIs(_ state: inout State) throws(GeofenceError) {
        let current = Set(registry.registeredGeofences)
        guard state.listening != nil, !current.isEmpty || !state.published.isEmpty else { return }
        // One that differs from the saved one is published as of an older revision.
        let same = try store.changes(since: 0).changed.filter { current.contains($0.geofence) }
        try publishAll(Dictionary(same.map { ($0.geofence.id, $0.revision) }) { $1 }, &state)
    }

    /// Publishes what has been registered, and then delivers the resulting transitions, even if the publishing fails,
    /// because the engine has already made the transitions and will not return them again.
    func publishThenDeliver(
        _ transitions: [Transition],
        _ state: inout State,
        _ publish: (inout State) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        do throws(GeofenceError) {
            try publish(&state)
        } catch {
            // The next check publishes what is missing.
            state.hasFailed = true
            deliver(transitions, &state)
            throw error
        }
        deliver(transitions, &state)
    }

    /// Returns the fewest changes that make `current` the same as `desired`.
    static func difference(from current: [Geofence], to desired: [Geofence]) -> [GeofenceChange] {
        // If a registry, or a damaged store, has an identifier twice, the last one counts.
        let wanted = Dictionary(desired.map { ($0.id, $0) }) { $1 }
        let present = Dictionary(current.map { ($0.id, $0) }) { $1 }
        let orphaned = present.keys.filter { wanted[$0] == nil }.sorted()
        let missingOrDrifted = wanted.values.filter { present[$0.id] != $0 }.sorted { $0.id < $1.id }
        return orphaned.map { .remove($0) } + missingOrDrifted.map { .upsert($0) }
    }

    /// Makes changes as one, or, if that fails, one by one, so that a refused change does not keep the others out.
    func apply(
        _ changes: [GeofenceChange],
        _ state: inout State
    ) -> (transitions: [Transition], failed: Set<Geofence.ID>) {
        guard !changes.isEmpty else { return ([], []) }
        do throws(GeofenceError) {
            let transitions = try registry.apply(changes)
            for change in changes { state.failedRemovals.remove(change.id) }
            return (transitions, [])
        } catch {
            Logger.geofences.warning(
                "the changes could not be made together; trying them one by one",
                metadata: ["error": "\(error.message)"]
            )
        }
        var transitions: [Transition] = []
        var failed: Set<Geofence.ID> = []
        for change in changes {
            do throws(GeofenceError) {
                transitions += try registry.apply([change])
                state.failedRemovals.remove(change.id)
            } catch {
                failed.insert(change.id)
                if case .remove(let id) = change { state.failedRemovals.insert(id) }
                Logger.geofences.warning(
                    "a change failed",
                    metadata: ["geofence": "\(change.id)", "error": "\(error.message)"]
                )
            }
        }
        return (transitions, failed)
    }

    /// Publishes in the store what is registered, as far as the store does not know it yet.
    private func publishAll(_ saved: [Geofence.ID: Int64], _ state: inout State) throws(GeofenceError) {
        guard let listening = state.listening else { return }
        var registered: [Geofence.ID: Int64] = [:]
        for geofence in registry.registeredGeofences { registered[geofence.id] = saved[geofence.id] ?? 0 }
        let published = state.published
        try store.publish(
            registered: registered.filter { published[$0.key] != $0.value }.map { ($0.key, $0.value) },
            removed: published.keys.filter { registered[$0] == nil },
            by: listening.watcher,
            isPatient: !state.isChecking
        )
        state.published = registered
    }
}
