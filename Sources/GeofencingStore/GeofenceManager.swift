internal import Dispatch
public import Geofencing
internal import Logging
internal import Synchronization

/// Keeps the geofences that an engine has registered the same as those that a store has saved.
///
/// ```swift
/// let manager = try GeofenceManager(store: store, engine: engine) { show($0) }
/// try manager.startListening()   // registers what is saved, and follows every change from now on
/// manager.process(fixes)
/// try manager.stopListening()
/// ```
///
/// A change that any process makes is registered within `pollInterval` and checked at once against each device's last fix,
/// which may make transitions (`fence_added`, `fence_changed`, `fence_removed`). All transitions, these and those of fixes,
/// go to one handler in the order in which they were decided.
///
/// Nothing is registered while no device that has reported may be located; see `DeviceReport`.
public final class GeofenceManager: Sendable {
    /// How often a listener looks whether the store has changed: a look into shared memory that reads no table.
    public static let pollInterval = Duration.milliseconds(20)

    private let registry: any RegionRegistry
    private let engine: GeofenceEngine
    private let handler: @Sendable ([Transition]) -> Void
    /// The store whose saved geofences are registered.
    public let store: GeofenceStore
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "geofence.store-listener")

    private struct State {
        /// The revision that the registered geofences are of; `nil` before the first reconciliation.
        var revision: Int64?
        var reconcileRequests: Int64 = 0
        var wasAllowed = true
        var hasFailed = false
        var failedRemovals: Set<Geofence.ID> = []
        var published: [Geofence.ID: Int64] = [:]
        var listening: Listening?
    }

    /// What exists only while the manager listens.
    private struct Listening {
        var watcher: Watcher
        var probe: StoreProbe
        var dataVersion: Int64
        var timer: any DispatchSourceTimer
    }

    /// Creates a manager that does nothing yet.
    ///
    /// - Parameters:
    ///   - store: Has the saved geofences.
    ///   - engine: Evaluates fixes.
    ///   - registry: Where geofences are registered; by default the engine itself.
    ///   - handler: Gets transitions, from one thread at a time.
    public init(
        store: GeofenceStore,
        engine: GeofenceEngine,
        registry: (any RegionRegistry)? = nil,
        handler: @escaping @Sendable ([Transition]) -> Void
    ) {
        self.store = store
        self.engine = engine
        self.registry = registry ?? engine
        self.handler = handler
        state = Mutex(State())
    }

    /// Removals that failed; they are tried again by every reconciliation.
    public var failedRemovals: Set<Geofence.ID> { state.withLock { $0.failedRemovals } }

    /// Whether changes of the store are followed.
    public var isListening: Bool { state.withLock { $0.listening != nil } }

    /// Evaluates fixes in turn and hands their transitions to the handler.
    public func process(_ fixes: [Fix]) {
        state.withLock { _ in hand(engine.process(fixes)) }
    }

    /// Does something while neither a fix nor a change is under way.
    package func whileIdle<Value>(_ body: () -> Value) -> Value { state.withLock { _ in body() } }

    private func hand(_ transitions: [Transition]) {
        if !transitions.isEmpty { handler(transitions) }
    }
}

extension GeofenceManager {
    /// Registers all active geofences of the store and nothing else. Safe to call at any time: it changes only what differs.
    ///
    /// To be called on start, on resume, when the store is back after an error and when authorization is restored; a listening
    /// manager does that by itself but for resume. Without authorization nothing is done, and the log tells so.
    public func ensureRegionsRegistered() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try ensureRegionsRegistered(&state) }
    }

    private func ensureRegionsRegistered(_ state: inout State) throws(GeofenceError) {
        let notice = try store.notice()
        state.reconcileRequests = notice.reconcileRequests
        state.wasAllowed = notice.allowsGeofencing
        guard notice.allowsGeofencing else {
            Logger.geofences.debug("ensureRegionsRegistered: skipping, no authorization")
            return
        }
        let saved = try store.changes(since: 0)
        let active = saved.changed.filter(\.geofence.isActive)
        let current = registry.registeredGeofences
        Logger.geofences.debug(
            "ensureRegionsRegistered called",
            metadata: ["desired_count": "\(active.count)", "current_count": "\(current.count)"]
        )
        let changes = Self.difference(from: current, to: active.map(\.geofence))
        let transitions = apply(changes, &state).transitions
        state.revision = saved.revision
        try publish(Dictionary(uniqueKeysWithValues: active.map { ($0.geofence.id, $0.revision) }), &state)
        hand(transitions)
    }

    /// The fewest changes that make `current` the same as `desired`.
    static func difference(from current: [Geofence], to desired: [Geofence]) -> [GeofenceChange] {
        let wanted = Dictionary(uniqueKeysWithValues: desired.map { ($0.id, $0) })
        let present = Dictionary(uniqueKeysWithValues: current.map { ($0.id, $0) })
        let orphaned = current.filter { wanted[$0.id] == nil }
        let missingOrDrifted = desired.filter { present[$0.id] != $0 }
        return orphaned.map { .remove($0.id) } + missingOrDrifted.map { .upsert($0) }
    }

    /// Makes changes as one; if that fails one by one, so that one that is refused does not keep the others out.
    private func apply(
        _ changes: [GeofenceChange],
        _ state: inout State
    ) -> (transitions: [Transition], failed: Set<Geofence.ID>) {
        guard !changes.isEmpty else { return ([], []) }
        do throws(GeofenceError) {
            let transitions = try registry.apply(changes)
            for change in changes { state.failedRemovals.remove(change.id) }
            return (transitions, [])
        } catch {
            Logger.geofences.warning("the changes failed as a whole", metadata: ["error": "\(error.message)"])
        }
        var transitions: [Transition] = []
        var failed: Set<Geofence.ID> = []
        for change in changes {
            do throws(GeofenceError) {
                transitions += try registry.apply([change])
                state.failedRemovals.remove(change.id)
            } catch {
                failed.insert(change.id)
                if case .remove(let id) = change { state.failedRemovals.insert(id) }
                Logger.geofences.warning(
                    "a change failed",
                    metadata: ["geofence": "\(change.id)", "error": "\(error.message)"]
                )
            }
        }
        return (transitions, failed)
    }

    /// Tells the store what is registered, as far as it does not know yet.
    private func publish(_ saved: [Geofence.ID: Int64], _ state: inout State) throws(GeofenceError) {
        guard let listening = state.listening else { return }
        var registered: [Geofence.ID: Int64] = [:]
        for geofence in registry.registeredGeofences { registered[geofence.id] = saved[geofence.id] ?? 0 }
        let published = state.published
        try store.publish(
            registered: registered.filter { published[$0.key] != $0.value }.map { ($0.key, $0.value) },
            removed: published.keys.filter { registered[$0] == nil },
            by: listening.watcher
        )
        state.published = registered
    }
}

extension GeofenceManager {
    /// Registers what is saved and follows every change of the store from now on. Does nothing if it listens already.
    ///
    /// - Parameter time: When the engine started, for those who ask the store.
    public func startListening(at time: Timestamp) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard state.listening == nil else { return }
            let probe = try StoreProbe(store)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let interval = DispatchTimeInterval.milliseconds(
                Int(Self.pollInterval / .milliseconds(1))
            )
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
            timer.setEventHandler { [weak self] in self?.look() }
            state.listening = Listening(
                watcher: try store.addWatcher(at: time),
                probe: probe,
                // Read before the geofences are, so that no change between both goes unseen.
                dataVersion: try probe.dataVersion(),
                timer: timer
            )
            timer.activate()
            Logger.geofences.debug("the listener on the store is active", metadata: ["file": "\(store.path)"])
            try ensureRegionsRegistered(&state)
        }
    }

    /// Follows no more changes, takes back what was published and frees all that listening took. What is registered stays.
    public func stopListening() throws(GeofenceError) {
        let listening = state.withLock { state in
            let listening = state.listening
            state.listening = nil
            state.published = [:]
            return listening
        }
        guard let listening else { return }
        listening.timer.cancel()
        Logger.geofences.debug("the listener on the store has stopped")
        try store.remove(listening.watcher)
    }

    /// Looks whether the store has changed since the last look, and does what that asks for.
    func look() {
        state.withLock { state in
            guard let listening = state.listening else { return }
            do throws(GeofenceError) {
                let version = try listening.probe.dataVersion()
                guard version != listening.dataVersion || state.hasFailed else { return }
                try follow(&state)
                // Only now: what failed is looked at again.
                state.listening?.dataVersion = version
                state.hasFailed = false
            } catch {
                if !state.hasFailed {
                    Logger.geofences.warning("the store cannot be followed", metadata: ["error": "\(error.message)"])
                }
                state.hasFailed = true
            }
        }
    }

    private func follow(_ state: inout State) throws(GeofenceError) {
        let notice = try store.notice()
        let isRestored = notice.allowsGeofencing && !state.wasAllowed
        state.wasAllowed = notice.allowsGeofencing
        if state.hasFailed || isRestored || notice.reconcileRequests != state.reconcileRequests {
            return try ensureRegionsRegistered(&state)
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
        state.revision = saved.revision
        try publish(known.filter { !failed.contains($0.id) }, saved, &state)
        Logger.geofences.debug(
            "geofences updated by the listener",
            metadata: ["before": "\(before)", "after": "\(state.published.count)"]
        )
        hand(transitions)
    }

    private func publish(
        _ changes: [GeofenceChange],
        _ saved: SavedChanges,
        _ state: inout State
    ) throws(GeofenceError) {
        guard let listening = state.listening else { return }
        let revisions = Dictionary(uniqueKeysWithValues: saved.changed.map { ($0.geofence.id, $0.revision) })
        var registered: [(id: Geofence.ID, revision: Int64)] = []
        var removed: [Geofence.ID] = []
        for change in changes {
            switch change {
            case .upsert(let geofence): registered.append((geofence.id, revisions[geofence.id] ?? 0))
            case .remove(let id): removed.append(id)
            }
        }
        for (id, revision) in registered { state.published[id] = revision }
        for id in removed { state.published[id] = nil }
        try store.publish(registered: registered, removed: removed, by: listening.watcher)
    }
}

extension GeofenceChange {
    /// The geofence that it is about.
    fileprivate var id: Geofence.ID {
        switch self {
        case .upsert(let geofence): geofence.id
        case .remove(let id): id
        }
    }
}
