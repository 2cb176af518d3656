internal import Dispatch
public import Geofencing
internal import Logging
internal import Synchronization

extension GeofenceManager {
    /// Registers what is saved and follows every change of the store from now on. Does nothing if it listens already.
    ///
    /// A manager that keeps a watch gives the engine what the watch knew of devices, checked against what has become of the
    /// geofences since; the handler gets what comes of that.
    ///
    /// - Parameters:
    ///   - time: When the engine started, for those who ask the store.
    ///   - rebasing: Whether the watch goes on if it had other rules; from then on it has those of the engine.
    /// - Throws: Besides the store's errors `storeBusy` while another manager keeps the watch, and `stateMismatch` where it had other rules.
    public func startListening(at time: Timestamp = .now, rebasing: Bool = false) throws(GeofenceError) {
        try startListening(at: time, watch: watch, registered: nil, rebasing: rebasing)
    }

    /// The same for a process that keeps a watch, and for an engine that was made with the geofences of the store.
    ///
    /// - Parameters:
    ///   - saved: What the engine was made with, so that it need not be read again.
    ///   - rebasing: Whether a watch that the manager keeps goes on if it had other rules.
    ///   - restore: Called before any change is followed, and once no other process keeps the watch.
    package func startListening(
        at time: Timestamp,
        watch name: String?,
        registered saved: SavedChanges?,
        rebasing: Bool = false,
        _ restore: () throws(GeofenceError) -> Void = { () throws(GeofenceError) in }
    ) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard state.listening == nil else { return }
            let probe = try StoreProbe(store)
            let (watcher, lock) = try GeofenceStore.untilNotBusy { () throws(GeofenceError) in
                try store.addWatcher(at: time, named: name)
            }
            // Read before the geofences are, so that no change between both goes unseen.
            let dataVersion = try probe.dataVersion()
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let interval = DispatchTimeInterval.milliseconds(
                Int(Self.pollInterval / .milliseconds(1))
            )
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
            timer.setEventHandler { [weak self] in self?.tick() }
            state.listening = Listening(
                watcher: watcher,
                lock: lock,
                probe: probe,
                dataVersion: dataVersion,
                timer: timer
            )
            timer.activate()
            Logger.geofences.debug("the listener on the store is active", metadata: ["file": "\(store.path)"])
            do throws(GeofenceError) {
                try restore()
                try register(saved, rebasing: rebasing, &state)
            } catch {
                // A start that failed can be made again.
                timer.cancel()
                state.listening = nil
                state.published = [:]
                try? store.remove(watcher, isPatient: true)
                throw error
            }
        }
    }

    /// Registers what is saved, where the registry has not been made with it.
    private func register(_ saved: SavedChanges?, rebasing: Bool, _ state: inout State) throws(GeofenceError) {
        guard let saved else {
            // What the engine knows and the store does not is newer than what the store knows.
            let isNewer = !state.unsaved.isEmpty
            let saved = try ensureRegionsRegistered(&state)
            if let watch, !isNewer { try restore(watch, saved, rebasing: rebasing, &state) }
            return
        }
        try take(saved, &state)
        // What changed since it was read.
        try follow(&state)
    }

    /// Follows no more changes, takes back what was published and frees all that listening took. What is registered stays. A watch
    /// is saved first; it ends if that fails, too.
    public func stopListening() throws(GeofenceError) {
        let saving = Result { () throws(GeofenceError) in try save() }
        try stopListening(isPatient: true)
        try saving.get()
    }

    /// The end of listening with the choice not to wait for another writer. What was published may then stay for a while; that the
    /// listener has gone is known without it.
    ///
    /// - Parameter isPatient: Whether it waits for others that write.
    package func stopListening(isPatient: Bool) throws(GeofenceError) {
        let listening = state.withLock { state in
            let listening = state.listening
            state.listening = nil
            state.published = [:]
            return listening
        }
        guard let listening else { return }
        listening.timer.cancel()
        Logger.geofences.debug("the listener on the store has stopped")
        try store.remove(listening.watcher, isPatient: isPatient)
    }

    /// Looks at the store, but not too soon after it has failed: then all that is saved is read.
    private func tick() {
        let last = state.withLock { $0.failures.last }
        if last.map({ ContinuousClock.now - $0 >= Self.retryInterval }) ?? true { look() }
    }

    /// Looks whether the store has changed since the last look, and does what that asks for.
    func look() {
        state.withLock { state in
            guard let listening = state.listening else { return }
            state.isLooking = true
            defer { state.isLooking = false }
            do throws(GeofenceError) {
                let version = try listening.probe.dataVersion()
                guard version != listening.dataVersion || state.hasFailed else { return }
                try follow(&state)
                // Only now: what failed is looked at again.
                state.listening?.dataVersion = version
                state.hasFailed = false
                state.failures.succeeded()
            } catch {
                state.hasFailed = true
                if state.failures.isToBeTold(error, at: .now) {
                    Logger.geofences.warning("the store cannot be followed", metadata: ["error": "\(error.message)"])
                }
            }
        }
    }

    private func follow(_ state: inout State) throws(GeofenceError) {
        let notice = try store.notice()
        let isRestored = notice.allowsGeofencing && !state.wasAllowed
        state.wasAllowed = notice.allowsGeofencing
        if isRestored { Logger.geofences.debug("authorization restored, ensuring regions registered") }
        let mustReconcile = state.hasFailed || state.wasRefused
        if mustReconcile || isRestored || notice.reconcileRequests != state.reconcileRequests {
            _ = try ensureRegionsRegistered(&state)
            return
        }
        guard notice.allowsGeofencing, let revision = state.revision, notice.revision != revision else { return }
        let saved = try store.changes(since: revision)
        let before = state.published.count
        let changes =
            saved.removed.map { GeofenceChange.remove($0) }
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

    /// Tells the store what has become registered, and what no longer is.
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
            isPatient: !state.isLooking
        )
        for (id, revision) in registered { state.published[id] = revision }
        for id in removed { state.published[id] = nil }
    }
}
