internal import Dispatch
public import Geofencing
internal import Logging
internal import Synchronization

/// Keeps the geofences that an engine has registered identical to those that a store has saved.
///
/// ```swift
/// let manager = GeofenceManager(store: store, engine: engine) { transitions in send(transitions) }
/// try manager.startListening(at: now)  // registers what is saved, and follows every change from now on
/// manager.process(fixes)
/// try manager.stopListening()
/// ```
///
/// A change made by any process is registered within `pollInterval` and checked at once against each device's last fix,
/// which may make transitions (`fence_added`, `fence_changed`, `fence_removed`). All transitions, these and those of
/// fixes, go to one handler in the order in which they were decided.
///
/// A manager that keeps a *watch*, which has a name in the store, continues where that watch stopped: `save()` stores
/// the transitions and what the engine knows of their devices, and the next manager with the same watch name gives it
/// to its engine, even in another process.
///
/// Devices that the store is told to forget (`GeofenceStore.forget(devices:isDryRun:)`) are forgotten by the engine of
/// a watch just as soon, together with anything of them that was not saved. Without a watch the store knows nothing of
/// the engine's devices, and the engine keeps them.
///
/// An engine keeps the names even of devices that it has forgotten. Where names come and go for months, tell the store
/// to forget the devices that have gone, and continue the watch with a new manager and engine now and then, which know
/// only the others.
///
/// If devices have reported and none of them may be located at all times, no change is registered, and what is
/// registered stays. See `DeviceReport`. A watch that begins in that state has no geofences, so the visits that it knew
/// of end.
public final class GeofenceManager: Sendable {
    /// The interval at which a listener checks whether the store has changed: a read of shared memory that touches no
    /// table.
    public static let pollInterval = Duration.milliseconds(20)

    /// The time that a listener waits before it tries again after the store has failed.
    static let retryInterval = Duration.milliseconds(500)

    let registry: any RegionRegistry
    private let engine: GeofenceEngine
    private let handler: @Sendable ([Transition], _ revision: Int64) -> Void
    /// Called with how often the store was told to forget devices, if the handler keeps the watch.
    let forgetting: @Sendable (_ forgettings: Int64) throws(GeofenceError) -> Void
    /// The store whose saved geofences are registered.
    public let store: GeofenceStore
    /// The name of the watch that the manager keeps; `nil` if it keeps none.
    public let watch: String?
    /// The longest time by which a fix may be later than the present.
    public let longestAhead: Duration
    let state: Mutex<State>
    let queue = DispatchQueue(label: "geofence.store-listener")

    struct State {
        /// The revision of the registered geofences; `nil` before the first reconciliation.
        var revision: Int64?
        var reconcileRequests: Int64 = 0
        var wasAllowed = true
        /// Whether the listener is checking the store on its own: only fixes wait for it.
        var isChecking = false
        /// Whether the next check reconciles everything.
        var hasFailed = false
        /// The checks that have failed since the last successful one.
        var failures = FailureNotice()
        /// Whether the log already says that fixes came before any geofence.
        var hasWarnedOfNoGeofences = false
        var failedRemovals: Set<Geofence.ID> = []
        /// Whether the registry refused any of the last changes, of whatever kind.
        var wasRefused = false
        var published: [Geofence.ID: Int64] = [:]
        var listening: Listening?
        /// What the store does not know of the watch yet; `nil` without a watch, and if the handler keeps it.
        var unsaved: UnsavedWatch?
    }

    /// The state that exists only while the manager listens.
    struct Listening {
        var watcher: Watcher
        /// Shows that the watcher is running.
        let lock: FileLock
        var probe: StoreProbe
        var dataVersion: Int64
        var timer: any DispatchSourceTimer
    }

    /// Creates a manager that does nothing yet.
    ///
    /// - Parameters:
    ///   - store: The store with the saved geofences.
    ///   - engine: The engine that evaluates fixes, for this manager alone. A watch needs a new one that has met no
    ///     device.
    ///   - registry: Where geofences are registered; by default the engine itself. Any other registry must pass on to
    ///     the engine the geofences that fixes are to be evaluated against.
    ///   - watch: The name of the watch to keep; `nil` for none. It must not be the name of a `geofence watch` that
    ///     writes a file, because that file would lack what is decided here.
    ///   - longestAhead: The longest time by which a fix may be later than the present, because a clock that is farther
    ///     ahead is wrong.
    ///   - handler: Gets the transitions, from one thread at a time, before anything else proceeds. It must not call
    ///     the manager, which ends the process; it may call the store.
    public convenience init(
        store: GeofenceStore,
        engine: GeofenceEngine,
        registry: (any RegionRegistry)? = nil,
        watch: String? = nil,
        longestAhead: Duration = FixLimits.longestAhead,
        handler: @escaping @Sendable ([Transition]) -> Void
    ) {
        let unsaved = watch.map { UnsavedWatch(of: engine, named: $0) }
        self.init(store, engine, registry, watch: watch, unsaved, longestAhead) { transitions, _ in
            handler(transitions)
        }
    }

    /// Creates a manager for a watch whose handler saves what is to be kept.
    ///
    /// - Parameters:
    ///   - handler: Gets the transitions, and the revision of the registered geofences.
    ///   - forgetting: Called after each change of the store with how often devices have been forgotten so far.
    package convenience init(
        store: GeofenceStore,
        engine: GeofenceEngine,
        watch: String,
        following handler: @escaping @Sendable ([Transition], _ revision: Int64) -> Void,
        forgetting: @escaping @Sendable (_ forgettings: Int64) throws(GeofenceError) -> Void
    ) {
        self.init(store, engine, nil, watch: watch, nil, FixLimits.longestAhead, handler, forgetting: forgetting)
    }

    private init(
        _ store: GeofenceStore,
        _ engine: GeofenceEngine,
        _ registry: (any RegionRegistry)?,
        watch: String?,
        _ unsaved: UnsavedWatch?,
        _ longestAhead: Duration,
        _ handler: @escaping @Sendable ([Transition], _ revision: Int64) -> Void,
        forgetting: @escaping @Sendable (_ forgettings: Int64) throws(GeofenceError) -> Void = { _ in }
    ) {
        self.store = store
        self.watch = watch
        self.longestAhead = longestAhead
        self.engine = engine
        self.registry = registry ?? engine
        self.handler = handler
        self.forgetting = forgetting
        state = Mutex(State(unsaved: unsaved))
    }

    /// The geofences whose removal failed; it is tried again with the next change of the store, and by every
    /// reconciliation, unless the geofence has been saved again.
    ///
    /// They are not kept beyond the manager: the registry itself still has what could not be removed, and the first
    /// reconciliation of another manager finds it there.
    public var failedRemovals: Set<Geofence.ID> { state.withLock { $0.failedRemovals } }

    /// Whether the manager follows changes of the store.
    public var isListening: Bool { state.withLock { $0.listening != nil } }

    /// Evaluates fixes in order and hands their transitions to the handler. Waits while the store is read, or saved to,
    /// for this manager.
    ///
    /// Fixes that arrive before anything is registered, at an engine without geofences, make no transitions; the log
    /// warns of that once. What is decided before the manager listens, or after it has stopped, does not belong to the
    /// watch. With a watch, a device whose name has a NUL is refused (`device_id`), because the store's text ends
    /// there. A fix that is later than `now` by more than `longestAhead` is refused under every policy (`future`),
    /// because all later ones of its device would count as late.
    ///
    /// - Parameters:
    ///   - fixes: Fixes of any devices.
    ///   - now: The present; for fixes that are replayed, the time at which they are replayed.
    /// - Returns: The fixes that were not used, in order, with the reasons.
    /// - Complexity: For each fix, that of `GeofenceEngine.process(_:)`.
    @discardableResult
    public func process(
        _ fixes: some Sequence<Fix>,
        at now: Timestamp = .now
    ) -> [(fix: Fix, reason: Rejection)] {
        let latest = now + longestAhead
        // Outside the lock: the sequence may be slow, or call this manager.
        let fixes = Array(fixes)
        return state.withLock { state in
            warnOfNoGeofences(&state)
            var transitions: [Transition] = []
            var rejected: [(fix: Fix, reason: Rejection)] = []
            for fix in fixes {
                let reason = rejection(of: fix, after: latest) ?? engine.process(fix, into: &transitions)
                if let reason { rejected.append((fix, reason)) }
                note(fix, reason, &state)
            }
            deliver(transitions, &state)
            return rejected
        }
    }

    /// Warns once of fixes that arrive before any geofence, unless nothing is registered for lack of authorization.
    private func warnOfNoGeofences(_ state: inout State) {
        guard state.listening == nil, state.revision == nil, state.wasAllowed, !state.hasWarnedOfNoGeofences,
            engine.geofenceCount == 0
        else { return }
        state.hasWarnedOfNoGeofences = true
        Logger.geofences.warning(
            "fixes are being evaluated without any geofences; call startListening() before process(_:at:)",
            metadata: ["file": "\(store.path)"]
        )
    }

    /// Returns the reason not to give a fix to the engine; `nil` if the fix may be given.
    private func rejection(of fix: Fix, after latest: Timestamp) -> Rejection? {
        if watch != nil, fix.device.rawValue.hasNUL { return .deviceID }
        return fix.time > latest ? engine.reject(fix, as: .future) : nil
    }

    /// Evaluates fixes whose devices are in the engine's registry, and hands their transitions to `body`, with the
    /// fixes that were not used, by their position, and the revision of the registered geofences. Fixes that are too
    /// far ahead must have been removed before.
    ///
    /// - Returns: The fixes that were not used, by their position.
    package func process(
        _ fixes: [CompactFix],
        _ body: ([Transition], _ rejected: [RejectedPick], _ revision: Int64) -> Void
    ) -> [RejectedPick] {
        state.withLock { state in
            let (transitions, rejected) = engine.process(fixes)
            body(transitions, rejected, state.revision ?? 0)
            return rejected
        }
    }

    /// Runs `body` while neither a fix nor a change is being processed, with the revision of the registered geofences.
    package func whileIdle<Value, Failure>(
        _ body: (_ revision: Int64) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try state.withLock { state throws(Failure) in try body(state.revision ?? 0) }
    }

    /// Records a fix for a watch.
    private func note(_ fix: Fix, _ reason: Rejection?, _ state: inout State) {
        guard state.unsaved != nil, state.listening != nil,
            let slot = engine.registry.existingSlot(for: fix.device)
        else { return }
        state.unsaved?.addFix(inSlot: slot, rejectedAs: reason)
        if let reason { state.unsaved?.addReject(of: slot, reason) }
    }

    /// Whether the state of a watch can be given to the engine.
    var isNew: Bool { engine.deviceCount == 0 }

    func deliver(_ transitions: [Transition], _ state: inout State) {
        guard !transitions.isEmpty else { return }
        if state.listening != nil { state.unsaved?.add(transitions) }
        handler(transitions, state.revision ?? 0)
    }
}
