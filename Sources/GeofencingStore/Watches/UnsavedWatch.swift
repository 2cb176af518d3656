package import Geofencing

/// What a watch has done that its store does not know of yet.
package struct UnsavedWatch: Sendable {
    private let engine: GeofenceEngine
    private let name: String
    private var transitions: [Transition] = []
    /// The slots of devices whose state the store does not have.
    private var devices: Set<UInt32> = []
    /// The fixes of devices that were not used and that the store does not count.
    private var rejects: [UInt32: DeviceRejects] = [:]

    /// - Parameters:
    ///   - engine: Evaluates the fixes of the watch.
    ///   - name: Of the watch.
    package init(of engine: GeofenceEngine, named name: String) {
        self.engine = engine
        self.name = name
        engine.followEdited()
    }

    package var isEmpty: Bool { transitions.isEmpty && devices.isEmpty && rejects.isEmpty && !engine.hasEdited }

    /// Takes note of transitions, and that their devices have changed.
    package mutating func add(_ transitions: [Transition]) {
        self.transitions += transitions
        for transition in transitions { addDevice(transition.device) }
    }

    /// Takes note that the engine knows something else of the device in a slot.
    package mutating func addDevice(inSlot slot: UInt32) { devices.insert(slot) }

    private mutating func addDevice(_ device: DeviceID) {
        if let slot = engine.registry.existingSlot(for: device) { addDevice(inSlot: slot) }
    }

    /// Counts a fix of the device in a slot that was not used.
    package mutating func addReject(of slot: UInt32, _ reason: Rejection) {
        let now = Timestamp.now
        rejects[
            slot,
            default: DeviceRejects(device: engine.registry.device(in: slot), reasons: [:], last: now)
        ].add(reason, at: now)
    }

    /// Gives the engine what the store knows of the watch, as `GeofenceStore.restore` does.
    ///
    /// - Returns: The transitions that came of it, which are not among those to be saved yet.
    package mutating func restore(
        from store: GeofenceStore,
        _ saved: SavedChanges,
        rebasing: Bool
    ) throws(GeofenceError) -> [Transition] {
        let (transitions, rebased) = try store.restore(engine, asWatch: name, saved, rebasing: rebasing)
        for device in rebased { addDevice(device) }
        return transitions
    }

    /// Keeps all of it in the store, in one transaction; if that fails it is as it was.
    ///
    /// - Parameters:
    ///   - store: That of the watch.
    ///   - progress: How far the watch has come, if it knows.
    ///   - revision: Of the geofences that the engine has registered.
    ///   - isPatient: Whether it waits for others that write, and until all is on the disk; not, where it is tried again soon.
    package mutating func save(
        to store: GeofenceStore,
        _ progress: WatchProgress?,
        revision: Int64,
        isPatient: Bool
    ) throws(GeofenceError) {
        // Of transitions that a geofence mutes nothing else tells.
        devices.formUnion(engine.takeEdited())
        let states = engine.states(ofSlots: devices.sorted())
        try store.save(
            progress,
            ofWatch: name,
            devices: states.flatMap { state in
                state.devices.map { WatchedDevice(name: $0, revision: revision, state: state.encoded) }
            },
            transitions: transitions,
            rejects: Array(rejects.values),
            isPatient: isPatient
        )
        transitions = []
        devices.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
    }
}
