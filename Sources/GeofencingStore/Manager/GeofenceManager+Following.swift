internal import Geofencing
internal import Logging
internal import Synchronization

// The work of a manager while it listens.
extension GeofenceManager {
    /// Checks the store, but not too soon after a failure, because the next check then reads everything that is saved.
    func tick() {
        let last = state.withLock { $0.failures.last }
        if last.map({ ContinuousClock.now - $0 >= Self.retryInterval }) ?? true { look() }
    }

    /// Checks whether the store has changed since the last check, and follows the change.
    func look() {
        state.withLock { state in
            guard let listening = state.listening else { return }
            state.isChecking = true
            defer { state.isChecking = false }
            do throws(GeofenceError) {
                let version = try listening.probe.dataVersion()
                guard version != listening.dataVersion || state.hasFailed else { return }
                try follow(&state)
                // Not earlier: what failed is checked again.
                state.listening?.dataVersion = version
                state.hasFailed = false
                state.failures.succeeded()
            } catch {
                state.hasFailed = true
                if state.failures.shouldReport(error, at: .now) {
                    Logger.geofences.warning(
                        "the store cannot be checked for changes",
                        metadata: ["error": "\(error.message)"]
                    )
                }
            }
        }
    }

    func follow(_ state: inout State) throws(GeofenceError) {
        let notice = try store.notice()
        try state.unsaved?.follow(forgettings: notice.forgettings, of: store)
        try forgetting(notice.forgettings)
        let isRestored = notice.allowsGeofencing && !state.wasAllowed
        state.wasAllowed = notice.allowsGeofencing
        if isRestored { Logger.geofences.debug("authorization restored, ensuring regions registered") }
        let mustReconcile = state.hasFailed || state.wasRefused
        if mustReconcile || isRestored || notice.reconcileRequests != state.reconcileRequests {
            try ensureRegionsRegistered(&state)
            return
        }
        guard notice.allowsGeofencing, let revision = state.revision, notice.revision != revision else { return }
        let saved = try store.changes(since: revision)
        let before = state.published.count
        let changes =
            saved.removed.map { GeofenceChange.remove($0.id) }
            + saved.changed.map { $0.geofence.isActive ? .upsert($0.geofence) : .remove($0.geofence.id) }
        let known = changes.filter { change in
            if case .remove(let id) = change { state.published[id] != nil } else { true }
        }
        let (transitions, failed) = apply(known, &state)
        state.wasRefused = !failed.isEmpty
        state.revision = saved.revision
        try publishThenDeliver(transitions, &state) { state throws(GeofenceError) in
            try publishChanges(known.filter { !failed.contains($0.id) }, saved, &state)
        }
        Logger.geofences.debug(
            "geofences updated by the listener",
            metadata: ["before": "\(before)", "after": "\(state.published.count)"]
        )
    }

    /// Publishes in the store which geofences have become registered, and which no longer are.
    private func publishChanges(
        _ changes: [GeofenceChange],
        _ saved: SavedChanges,
        _ state: inout State
    ) throws(GeofenceError) {
        guard let listening = state.listening else { return }
        let revisions = Dictionary(saved.changed.map { ($0.geofence.id, $0.revision) }) { $1 }
        var registered: [(id: Geofence.ID, revision: Int64)] = []
        var removed: [Geofence.ID] = []
        for change in changes {
            switch change {
            case .upsert(let geofence): registered.append((geofence.id, revisions[geofence.id] ?? 0))
            case .remove(let id): removed.append(id)
            }
        }
        try store.publish(
            registered: registered,
            removed: removed,
            by: listening.watcher,
            isPatient: !state.isChecking
        )
        for (id, revision) in registered { state.published[id] = revision }
        for id in removed { state.published[id] = nil }
    }
}
