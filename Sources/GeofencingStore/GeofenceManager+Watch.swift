public import Geofencing
internal import Synchronization

extension GeofenceManager {
    /// Keeps in the store what the watch has done since it was saved last, in one transaction: the transitions that the handler got, what
    /// the engine knows of their devices and of those that had fixes, and how many fixes were not used. Does nothing without a watch.
    ///
    /// To be called before the source of the fixes is told that it may forget them: after a process that ended before, they are to come
    /// again. Then the handler may get transitions again, with the same `id`; the store has each once. If saving fails
    /// nothing is lost, and the next call saves all.
    ///
    /// - Throws: The store's errors, with `storeBusy` if others write for too long.
    /// - Complexity: O(devices that had fixes since + transitions).
    public func save() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            // Another manager may keep the watch of one that does not listen.
            guard let watch, state.listening != nil, !state.unsaved.isEmpty else { return }
            try state.unsaved.save(
                of: engine,
                to: store,
                asWatch: watch,
                nil,
                revision: state.revision ?? 0,
                isPatient: true
            )
        }
    }

    /// Gives the engine what the watch knew, and delivers what comes of it.
    ///
    /// - Parameter saved: All that is saved, of which the engine has registered what is active; `nil` if it has what it had.
    func restore(
        _ watch: String,
        _ saved: SavedChanges?,
        rebasing: Bool,
        _ state: inout State
    ) throws(GeofenceError) {
        let saved = saved ?? SavedChanges(revision: 0, changed: [], removed: [])
        let (transitions, rebased) = try store.restore(engine, asWatch: watch, saved, rebasing: rebasing)
        for device in rebased { state.unsaved.addDevice(device, of: engine) }
        deliver(transitions, &state)
    }

    /// Takes note of a fix for a watch.
    func note(_ fix: Fix, _ reason: Rejection?, _ state: inout State) {
        guard watch != nil, state.listening != nil,
            let slot = engine.registry.existingSlot(for: fix.device)
        else { return }
        if let reason {
            state.unsaved.addReject(of: slot, reason, engine)
        } else {
            state.unsaved.addDevice(inSlot: slot)
        }
    }
}
