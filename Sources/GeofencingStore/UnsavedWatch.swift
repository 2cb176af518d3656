package import Geofencing

/// What a watch has done that its store does not know of yet.
package struct UnsavedWatch: Sendable {
    private var transitions: [Transition] = []
    /// The slots of devices whose state the store does not have.
    private var devices: Set<UInt32> = []
    /// The fixes of devices that were not used and that the store does not count.
    private var rejects: [UInt32: DeviceRejects] = [:]

    package init() {}

    package var isEmpty: Bool { transitions.isEmpty && devices.isEmpty && rejects.isEmpty }

    /// Takes note of transitions, and that their devices have changed.
    package mutating func add(_ transitions: [Transition], of engine: GeofenceEngine) {
        self.transitions += transitions
        for transition in transitions { addDevice(transition.device, of: engine) }
    }

    /// Takes note that an engine knows something else of the device in a slot.
    package mutating func addDevice(inSlot slot: UInt32) { devices.insert(slot) }

    /// The same for a device by its name.
    package mutating func addDevice(_ device: DeviceID, of engine: GeofenceEngine) {
        if let slot = engine.registry.existingSlot(for: device) { addDevice(inSlot: slot) }
    }

    /// Counts a fix of the device in a slot that was not used.
    package mutating func addReject(of slot: UInt32, _ reason: Rejection, _ engine: GeofenceEngine) {
        let now = Timestamp.now
        rejects[
            slot,
            default: DeviceRejects(device: engine.registry.device(in: slot), reasons: [:], last: now)
        ].add(reason, at: now)
    }

    /// Keeps all of it in the store, in one transaction; if that fails it is as it was.
    ///
    /// - Parameters:
    ///   - engine: Has the devices.
    ///   - name: Of the watch.
    ///   - progress: How far it has come, if it knows.
    ///   - revision: Of the geofences that the engine has registered.
    ///   - isPatient: Whether it waits for others that write; not, where it is tried again soon.
    package mutating func save(
        of engine: GeofenceEngine,
        to store: GeofenceStore,
        asWatch name: String,
        _ progress: WatchProgress?,
        revision: Int64,
        isPatient: Bool
    ) throws(GeofenceError) {
        var known: [(name: DeviceID, device: WatchedDevice)] = []
        for slot in devices.sorted() {
            guard let state = engine.state(ofSlot: slot) else { continue }
            known.append((engine.registry.device(in: slot), WatchedDevice(revision: revision, state: state.encoded)))
        }
        try store.save(
            progress,
            ofWatch: name,
            devices: known,
            transitions: transitions,
            rejects: Array(rejects.values),
            isPatient: isPatient
        )
        transitions = []
        devices.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
    }
}
