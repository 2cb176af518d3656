package import Geofencing

/// What a watch has done that its store does not know of yet.
package struct UnsavedWatch: Sendable {
    private let engine: GeofenceEngine
    private let name: String
    private let forgot: @Sendable (Set<UInt32>) -> Void
    private var transitions: [Transition] = []
    /// The slots of devices whose state the store does not have.
    private var devices: Set<UInt32> = []
    /// The slots of devices of which the store has a state, be it an older one.
    private var saved: Set<UInt32> = []
    /// How often devices had been forgotten when `saved` was right.
    private var forgettings: Int64 = 0
    /// The fixes of devices that were not used and that the store does not count.
    private var rejects: [UInt32: DeviceRejects] = [:]

    /// - Parameters:
    ///   - engine: Evaluates the fixes of the watch.
    ///   - name: Of the watch.
    ///   - forgot: Told the slots of devices that the store was told to forget, once the engine knows nothing of them any more.
    package init(
        of engine: GeofenceEngine,
        named name: String,
        forgot: @escaping @Sendable (Set<UInt32>) -> Void = { _ in }
    ) {
        self.engine = engine
        self.name = name
        self.forgot = forgot
        engine.followEdited()
    }

    package var isEmpty: Bool { transitions.isEmpty && devices.isEmpty && rejects.isEmpty && !engine.hasEdited }

    /// Takes note of transitions, and that their devices have changed.
    package mutating func add(_ transitions: [Transition]) {
        self.transitions += transitions
        devices.formUnion(slots(of: transitions.lazy.map(\.device)))
    }

    /// Takes note that the engine knows something else of the device in a slot.
    package mutating func addDevice(inSlot slot: UInt32) { devices.insert(slot) }

    private func slots(of devices: some Sequence<DeviceID>) -> [UInt32] {
        devices.compactMap { engine.registry.existingSlot(for: $0) }
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
        // What is forgotten after this look is missing among the states too, or found missing by the next one.
        let kept = try store.devicesKept(ofWatch: name)
        let (transitions, rebased) = try store.restore(engine, asWatch: name, saved, rebasing: rebasing)
        forgettings = kept.forgettings
        self.saved = Set(slots(of: kept.devices))
        devices.formUnion(slots(of: rebased))
        return transitions
    }

    /// Forgets the devices that the store was told to forget: what comes of them from now on is of devices that were never met.
    ///
    /// - Parameter forgettings: How often it was told to. Nothing is done if that is known.
    package mutating func follow(forgettings: Int64, of store: GeofenceStore) throws(GeofenceError) {
        if forgettings != self.forgettings { try forget(store) }
    }

    private mutating func forget(_ store: GeofenceStore) throws(GeofenceError) {
        let kept = try store.devicesKept(ofWatch: name)
        forgettings = kept.forgettings
        let gone = saved.subtracting(slots(of: kept.devices))
        guard !gone.isEmpty else { return }
        engine.forget(gone)
        saved.subtract(gone)
        devices.subtract(gone)
        rejects = rejects.filter { !gone.contains($0.key) }
        let registry = engine.registry
        transitions.removeAll { registry.existingSlot(for: $0.device).map(gone.contains) ?? false }
        forgot(gone)
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
        while true {
            let states = engine.states(ofSlots: devices.sorted())
            let isKept = try store.save(
                progress,
                ofWatch: name,
                devices: states.flatMap { state in
                    state.devices.map { WatchedDevice(name: $0, revision: revision, state: state.encoded) }
                },
                transitions: transitions,
                rejects: Array(rejects.values),
                after: forgettings,
                isPatient: isPatient
            )
            if isKept {
                saved.formUnion(slots(of: states.lazy.flatMap(\.devices)))
                break
            }
            try forget(store)
        }
        transitions = []
        devices.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
    }
}
