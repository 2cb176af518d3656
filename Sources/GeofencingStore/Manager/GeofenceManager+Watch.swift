public import Geofencing
internal import Synchronization

extension GeofenceManager {
    /// Saves what the watch has done since it was last saved in the store, in one transaction: the transitions that the
    /// handler got, what the engine knows of their devices and of those that had fixes, and how many fixes were not
    /// used. What is saved survives a power failure. Does nothing without a watch.
    ///
    /// Apart from its start and its end nothing else saves a watch, so call this now and then, even without fixes,
    /// because changes of geofences make transitions too. Also call it before you tell the source of the fixes that it
    /// may discard them: if the process ends before that, the source has to send them again. The handler may then get
    /// transitions again, with the same `id`; the store has each of them once. If saving fails, nothing is lost, and
    /// the next call saves everything. Fixes wait meanwhile, for at most `GeofenceStore.busyTimeout` if others write.
    ///
    /// - Throws: The store's errors, with `storeBusy` if others write for too long; `stateMismatch` if the manager does
    ///   not listen, because another one may keep the watch.
    /// - Complexity: O(devices that had fixes since + vertices of the geofences that they are in + transitions).
    public func save() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try save(&state, isPatient: true) }
    }

    func save(_ state: inout State, isPatient: Bool) throws(GeofenceError) {
        guard let isEmpty = state.unsaved?.isEmpty else { return }
        guard state.listening != nil else {
            throw GeofenceError(
                .stateMismatch,
                "the watch \"\(watch ?? "")\" cannot be saved: the manager is not listening",
                at: InputLocation(file: store.path),
                recovery:
                    "Start listening before the first fix, and save before you stop listening; after that, use a new manager and a new engine."
            )
        }
        if !isEmpty {
            try state.unsaved?.save(to: store, nil, revision: state.revision ?? 0, isPatient: isPatient)
        }
    }
}
