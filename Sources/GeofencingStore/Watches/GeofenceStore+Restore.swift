internal import Geofencing

extension GeofenceStore {
    /// Gives an engine what the watch of this name knows of devices, checked against the changes of the geofences since
    /// then.
    ///
    /// - Parameters:
    ///   - engine: The engine; it has registered the active geofences of `saved`.
    ///   - name: The name of the watch.
    ///   - saved: All geofences of the store.
    ///   - rebasing: Whether states that were decided by other rules are accepted too.
    /// - Returns: The resulting transitions, in order, and the devices whose state in the store is no longer that of
    ///   the engine.
    /// - Throws: Besides the store's errors `invalidState`, and `stateMismatch` for other rules.
    func restore(
        _ engine: GeofenceEngine,
        asWatch name: String,
        _ saved: SavedChanges,
        rebasing: Bool
    ) throws(GeofenceError) -> (transitions: [Transition], rebased: [DeviceID]) {
        let geofences = Dictionary(saved.changed.map { ($0.geofence.id, $0) }) { $1 }
        // For a geofence that is no longer registered, its last settings count, as when the watch sees its removal.
        let inactive = saved.changed.lazy.map(\.geofence).filter { !$0.isActive }.map { ($0.id, $0.notifyOnExit) }
        let removed = saved.removed.lazy.compactMap { gone in gone.reportsExit.map { (gone.id, $0) } }
        let reportsExit = Dictionary(Array(inactive) + Array(removed)) { $1 }
        var transitions: [Transition] = []
        var rebased: [DeviceID] = []
        let known = try states(ofWatch: name)
        // Once the state of one device is saved, so are the effects of its revision's geofences on all others.
        let newest = known.lazy.map(\.revision).max() ?? 0
        for (state, revision) in known {
            // A state with revision 0 knows of no geofences: without authorization none is registered.
            let followed = revision == 0 ? 0 : newest
            let history: FenceHistoryLookup = { id in
                guard let geofence = geofences[id] else { return .same }
                if geofence.addedRevision > followed { return .added }
                return geofence.revision > revision ? .changed : .same
            }
            do throws(GeofenceError) {
                let changes = revision == saved.revision ? nil : history
                transitions += try engine.restore(
                    state,
                    history: changes,
                    ofGone: reportsExit,
                    rebasing: rebasing
                )
            } catch {
                throw error.ofWatch(name, path)
            }
            if rebasing { rebased += state.devices }
        }
        return (transitions.sorted(by: Transition.precedes), rebased)
    }

    /// Returns what the watch knows of each device; all of it is read before an engine gets any.
    private func states(ofWatch name: String) throws(GeofenceError) -> [(state: EngineState, revision: Int64)] {
        var states: [(EngineState, Int64)] = []
        try watchedDevices(ofWatch: name) { watched throws(GeofenceError) in
            do throws(GeofenceError) {
                states.append((try EngineState(decoding: watched.state), watched.revision))
            } catch {
                throw error.ofWatch(name, path, device: watched.name)
            }
        }
        return states
    }
}

extension GeofenceError {
    /// Returns an error of a state that does not fit, with the name of its watch.
    fileprivate func ofWatch(_ name: String, _ path: String, device: DeviceID? = nil) -> GeofenceError {
        GeofenceError(
            code,
            "the watch \"\(name)\" cannot continue: \(message)" + (device.map { " (device \"\($0)\")" } ?? ""),
            at: InputLocation(file: path),
            recovery: code == .stateMismatch
                ? "Give the engine the rules that it had, rebase to continue with the new ones, or start over under another name."
                : "Start over under another name."
        )
    }
}
