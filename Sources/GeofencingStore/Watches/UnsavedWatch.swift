package import Geofencing

/// The work of a watch that its store does not have yet.
package struct UnsavedWatch: Sendable {
    private let engine: GeofenceEngine
    private let name: String
    private let forgot: @Sendable (Set<UInt32>) -> Void
    private var transitions: [Transition] = []
    /// The slots of devices whose current state is not in the store.
    private var devices: Set<UInt32> = []
    /// The slots of devices for which the store has a state, even if an older one.
    private var saved: Set<UInt32> = []
    /// How often devices had been forgotten when `saved` was last correct.
    private var forgettings: Int64 = 0
    /// The unused fixes of devices that the store has not counted yet.
    private var rejects: [UInt32: DeviceRejects] = [:]

    /// Creates an empty record for a watch.
    ///
    /// - Parameters:
    ///   - engine: The engine that evaluates the fixes of the watch.
    ///   - name: The name of the watch.
    ///   - forgot: Called with the slots of devices that the store was told to forget, once the engine no longer knows
    ///     anything of them.
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

    /// Records transitions, and that their devices have changed.
    package mutating func add(_ transitions: [Transition]) {
        self.transitions += transitions
        devices.formUnion(slots(of: transitions.lazy.map(\.device)))
    }

    /// Records a fix of the device in a slot, which may have changed what the engine knows of the device.
    ///
    /// - Parameter reason: The reason why the engine did not use it; `nil` if it was used.
    package mutating func addFix(inSlot slot: UInt32, rejectedAs reason: Rejection?) {
        // One that was too fast may make the next one believed. Any other that was not used changes at most the reason
        // for which later ones are not, and of a device whose clock stands still there may be any number.
        if reason == nil || reason == .impossibleSpeed { devices.insert(slot) }
    }

    private func slots(of devices: some Sequence<DeviceID>) -> [UInt32] {
        devices.compactMap { engine.registry.existingSlot(for: $0) }
    }

    /// Counts an unused fix of the device in a slot.
    package mutating func addReject(of slot: UInt32, _ reason: Rejection) {
        let now = Timestamp.now
        rejects[
            slot,
            default: DeviceRejects(device: engine.registry.device(in: slot), reasons: [:], lastArrival: now)
        ].add(reason, at: now)
    }

    /// Gives the engine what the store knows of the watch, as `GeofenceStore.restore` does.
    ///
    /// - Returns: The resulting transitions, which have not been added to those to be saved.
    package mutating func restore(
        from store: GeofenceStore,
        _ saved: SavedChanges,
        rebasing: Bool
    ) throws(GeofenceError) -> [Transition] {
        // A device that is forgotten after this read is missing from the states too, or is noticed by the next check.
        let kept = try store.devicesKept(ofWatch: name)
        let (transitions, rebased) = try store.restore(engine, asWatch: name, saved, rebasing: rebasing)
        forgettings = kept.forgettings
        self.saved = Set(slots(of: kept.devices))
        devices.formUnion(slots(of: rebased))
        return transitions
    }

    /// Forgets the devices that the store was told to forget; from then on they count as devices that were never met.
    ///
    /// - Parameter forgettings: How often the store was told to forget devices. If that is already known, nothing is
    ///   done.
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

    /// Saves everything to the store, in one transaction; if that fails, nothing is lost.
    ///
    /// - Parameters:
    ///   - store: The store of the watch.
    ///   - progress: How far the watch has come, if that is known.
    ///   - revision: The revision of the geofences that the engine has registered.
    ///   - isPatient: Whether to wait for other writers, and until everything is on the disk; `false` if the save is
    ///     soon retried.
    package mutating func save(
        to store: GeofenceStore,
        _ progress: WatchProgress?,
        revision: Int64,
        isPatient: Bool
    ) throws(GeofenceError) {
        // Nothing else reports devices whose transitions a geofence mutes.
        devices.formUnion(engine.takeEdited())
        while true {
            var states: [EngineState] = []
            func current() -> [WatchedDevice] {
                states = engine.states(ofSlots: devices.sorted())
                return states.flatMap { state in
                    state.devices.map { WatchedDevice(name: $0, revision: revision, state: state.encoded) }
                }
            }
            let isKept = try store.save(
                progress,
                ofWatch: name,
                devices: current(),
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
