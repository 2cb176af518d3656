internal import Dispatch
public import Geofencing
internal import Logging
internal import Synchronization

extension GeofenceManager {
    /// Registers the saved geofences and follows every change of the store from now on. Does nothing if it already
    /// listens.
    ///
    /// A manager that keeps a watch gives the engine what the watch knew of devices, checked against the changes of the
    /// geofences since then; the handler gets the resulting transitions. A manager does so only once: after it has
    /// stopped, a watch continues with a new manager and engine.
    ///
    /// - Parameters:
    ///   - time: The time at which the engine started, which is shown to those who query the store.
    ///   - rebasing: Whether the watch continues even if it had other rules; from then on it has those of the engine.
    /// - Throws: Besides the store's errors `storeBusy` while another manager keeps the watch, `stateMismatch` if it
    ///   had other rules or the engine has already met devices, and `invalidState` for a state written by a version
    ///   with another format.
    /// - Complexity: That of `ensureRegionsRegistered()`, and O(*b*) for the *b* bytes that the store has of what the
    ///   watch knows of devices.
    public func startListening(at time: Timestamp = .now, rebasing: Bool = false) throws(GeofenceError) {
        try startListening(at: time) { state throws(GeofenceError) in
            let saved = try ensureRegionsRegistered(&state)
            guard let transitions = try state.unsaved?.restore(from: store, saved, rebasing: rebasing) else { return }
            deliver(transitions, &state)
            // If this fails, it is saved with the rest.
            if state.unsaved?.isEmpty == false { try? save(&state, isPatient: false) }
        }
    }

    /// Starts listening with an engine that was created with the geofences of the store.
    ///
    /// - Parameters:
    ///   - saved: The geofences that the engine was created with.
    ///   - restore: Called before any change is followed, and only once no other process keeps the watch.
    package func startListening(
        at time: Timestamp,
        registered saved: SavedChanges,
        _ restore: () throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try startListening(at: time) { state throws(GeofenceError) in
            try restore()
            try take(saved, &state)
            // Follows the changes since the geofences were read.
            try follow(&state)
        }
    }

    private func startListening(
        at time: Timestamp,
        _ begin: (inout State) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard state.listening == nil else { return }
            if let watch { try check(watch) }
            let probe = try StoreProbe(store)
            let (watcher, lock) = try GeofenceStore.untilNotBusy { () throws(GeofenceError) in
                try store.addWatcher(at: time, named: watch)
            }
            // Read before the geofences are, so that no change in between goes unseen.
            let dataVersion = try probe.dataVersion()
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let interval = DispatchTimeInterval.milliseconds(Int(Self.pollInterval.milliseconds))
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
                try begin(&state)
            } catch {
                // A start that failed can be repeated.
                timer.cancel()
                state.listening = nil
                state.published = [:]
                try? store.remove(watcher, isPatient: true)
                throw error
            }
        }
    }

    /// Refuses a watch that cannot be kept.
    private func check(_ watch: String) throws(GeofenceError) {
        try GeofenceStore.check(name: watch, of: "watch")
        guard !isNew else { return }
        throw GeofenceError(
            .stateMismatch,
            "the engine had already seen devices when the watch \"\(watch)\" began",
            at: InputLocation(file: store.path),
            recovery: "Begin the watch with a new manager and a new engine, before the first fix."
        )
    }

    /// Stops following changes, withdraws what was published and releases everything that listening used. What is
    /// registered stays.
    ///
    /// A watch is saved first; if that fails, the manager continues to listen, and the call can be repeated. If only
    /// withdrawing what was published fails, the manager has stopped, and others see that it has.
    ///
    /// - Throws: The store's errors.
    /// - Complexity: That of `save()`, and O(*n*) for *n* registered geofences.
    public func stopListening() throws(GeofenceError) {
        let listening = try state.withLock { state throws(GeofenceError) in
            if state.listening != nil { try save(&state, isPatient: true) }
            return Self.end(&state)
        }
        try finish(listening, isPatient: true)
    }

    /// Stops listening, optionally without waiting for another writer. What was published may then stay for a while,
    /// but even so it is known that the listener is gone.
    ///
    /// - Parameter isPatient: Whether to wait for other writers.
    package func stopListening(isPatient: Bool) throws(GeofenceError) {
        try finish(state.withLock { Self.end(&$0) }, isPatient: isPatient)
    }

    private static func end(_ state: inout State) -> Listening? {
        defer { (state.listening, state.published) = (nil, [:]) }
        return state.listening
    }

    private func finish(_ listening: Listening?, isPatient: Bool) throws(GeofenceError) {
        guard let listening else { return }
        listening.timer.cancel()
        Logger.geofences.debug("the listener on the store has stopped")
        try store.remove(listening.watcher, isPatient: isPatient)
    }
}
