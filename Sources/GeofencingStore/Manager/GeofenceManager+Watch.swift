public import Geofencing
internal import Synchronization

extension GeofenceManager {
    /// Keeps in the store what the watch has done since it was saved last, in one transaction: the transitions that the handler got, what
    /// the engine knows of their devices and of those that had fixes, and how many fixes were not used. What is saved outlasts a loss
    /// of power. Does nothing without a watch.
    ///
    /// Nothing else saves a watch but its start and its end, so this is to be called now and then: changes of geofences make transitions
    /// too. And it is to be called before the source of the fixes is told that it may forget them: after a process that ended before,
    /// they are to come again. Then the handler may get transitions again, with the same `id`; the store has each once. If saving fails
    /// nothing is lost, and the next call saves all. Fixes wait meanwhile, for `GeofenceStore.busyTimeout` at most if others write.
    ///
    /// - Throws: The store's errors, with `storeBusy` if others write for too long; `stateMismatch` if the manager does not listen, as another
    ///   one may keep the watch.
    /// - Complexity: O(devices that had fixes since + vertices of the geofences that they are in + transitions).
    public func save() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try save(&state, isPatient: true) }
    }

    func save(_ state: inout State, isPatient: Bool) throws(GeofenceError) {
        guard let isEmpty = state.unsaved?.isEmpty else { return }
        guard state.listening != nil else {
            throw GeofenceError(
                .stateMismatch,
                "the watch \"\(watch ?? "")\" is not kept: the manager does not listen",
                at: InputLocation(file: store.path),
                recovery:
                    "Start listening before the first fix, and save before it stops; after that take a new manager and engine."
            )
        }
        if !isEmpty {
            try state.unsaved?.save(to: store, nil, revision: state.revision ?? 0, isPatient: isPatient)
        }
    }
}
