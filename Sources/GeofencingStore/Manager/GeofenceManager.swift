internal import Dispatch
public import Geofencing
internal import Logging
internal import Synchronization

/// Keeps the geofences that an engine has registered the same as those that a store has saved.
///
/// ```swift
/// let manager = GeofenceManager(store: store, engine: engine) { transitions in send(transitions) }
/// try manager.startListening(at: now)  // registers what is saved, and follows every change from now on
/// manager.process(fixes)
/// try manager.stopListening()
/// ```
///
/// A change that any process makes is registered within `pollInterval` and checked at once against each device's last fix,
/// which may make transitions (`fence_added`, `fence_changed`, `fence_removed`). All transitions, these and those of fixes,
/// go to one handler in the order in which they were decided.
///
/// A manager that keeps a *watch*, which has a name in the store, goes on where that was: `save()` keeps the transitions and what the
/// engine knows of their devices, and the next manager of the name gives it to its engine, in another process too.
///
/// Devices that the store is told to forget (`GeofenceStore.forget(devices:isDryRun:)`) are forgotten by the engine of a watch as soon, with
/// what was not saved of them. Without a watch the store knows nothing of the engine's devices, and the engine keeps them.
///
/// While devices have reported and none of them may be located at all times, no change is registered; what is registered stays. See
/// `DeviceReport`. A watch that is begun then has no geofences, so the visits that it knew of end.
public final class GeofenceManager: Sendable {
    /// How often a listener looks whether the store has changed: a look into shared memory that reads no table.
    public static let pollInterval = Duration.milliseconds(20)

    /// How long a listener waits after the store has failed before it tries again.
    static let retryInterval = Duration.milliseconds(500)

    let registry: any RegionRegistry
    private let engine: GeofenceEngine
    private let handler: @Sendable ([Transition], _ revision: Int64) -> Void
    /// Told how often the store was told to forget devices, where the handler keeps the watch.
    let forgetting: @Sendable (_ forgettings: Int64) throws(GeofenceError) -> Void
    /// The store whose saved geofences are registered.
    public let store: GeofenceStore
    /// The name of the watch that it keeps; `nil` for none.
    public let watch: String?
    /// How much later than the present a fix may be.
    public let longestAhead: Duration
    let state: Mutex<State>
    let queue = DispatchQueue(label: "geofence.store-listener")

    struct State {
        /// The revision that the registered geofences are of; `nil` before the first reconciliation.
        var revision: Int64?
        var reconcileRequests: Int64 = 0
        var wasAllowed = true
        /// Whether the listener looks at the store by itself: nobody waits for it, but fixes do.
        var isLooking = false
        /// Whether all is to be reconciled with the next look.
        var hasFailed = false
        /// The looks that have failed since the last one that did not.
        var failures = FailureNotice()
        /// Whether the log says that fixes came before any geofence.
        var hasToldOfNoGeofences = false
        var failedRemovals: Set<Geofence.ID> = []
        /// Whether the registry refused some of the last changes, of any kind.
        var wasRefused = false
        var published: [Geofence.ID: Int64] = [:]
        var listening: Listening?
        /// What the store does not know yet of the watch; `nil` without one, and where the handler keeps it.
        var unsaved: UnsavedWatch?
    }

    /// What exists only while the manager listens.
    struct Listening {
        var watcher: Watcher
        /// Says that the watcher is there.
        let lock: FileLock
        var probe: StoreProbe
        var dataVersion: Int64
        var timer: any DispatchSourceTimer
    }

    /// Creates a manager that does nothing yet.
    ///
    /// - Parameters:
    ///   - store: Has the saved geofences.
    ///   - engine: Evaluates fixes, for this manager alone. For a watch it is a new one that has met no device.
    ///   - registry: Where geofences are registered; by default the engine itself. Another one must hand on to the engine what fixes are
    ///     to be evaluated against.
    ///   - watch: The name of the watch to keep, not that of a `geofence watch` that writes a file, whose file would lack what is decided
    ///     here; `nil` for none.
    ///   - longestAhead: How much later than the present a fix may be, as a clock that is farther ahead is wrong.
    ///   - handler: Gets transitions, from one thread at a time, before anything else goes on: it must not call the manager, which
    ///     ends the process; the store it may.
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

    /// Creates a manager for a watch whose handler keeps what is to be kept.
    ///
    /// - Parameters:
    ///   - handler: Told the revision that the registered geofences are of, too.
    ///   - forgetting: Told after each change of the store how often devices were forgotten up to then.
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

    /// Removals that failed; they are tried again with the next change of the store, and by every reconciliation.
    ///
    /// They are not kept beyond the manager: the registry itself still has what could not be removed, and the first reconciliation
    /// of another manager finds it there.
    public var failedRemovals: Set<Geofence.ID> { state.withLock { $0.failedRemovals } }

    /// Whether changes of the store are followed.
    public var isListening: Bool { state.withLock { $0.listening != nil } }

    /// Evaluates fixes in turn and hands their transitions to the handler. Waits while the store is read or saved to for this manager.
    ///
    /// Fixes that come before anything is registered, to an engine without geofences, make no transitions; the log warns of that once.
    /// What is decided before the manager listens, and after that, is not of the watch. For one, a device whose name has a NUL is
    /// refused (`device_id`), as the store's text ends there. A fix that is later than `now` by more than `longestAhead` is refused under
    /// every policy (`future`), as all later ones of its device would be late.
    ///
    /// - Parameters:
    ///   - fixes: Of any devices.
    ///   - now: The present; for fixes that are replayed, the time that they are replayed at.
    /// - Returns: The fixes that were not used, in turn, and why.
    @discardableResult
    public func process(
        _ fixes: some Sequence<Fix>,
        at now: Timestamp = .now
    ) -> [(fix: Fix, reason: Rejection)] {
        let latest = now + longestAhead
        // Before the lock: the sequence may be slow, or ask this manager.
        let fixes = Array(fixes)
        return state.withLock { state in
            tellOfNoGeofences(&state)
            var transitions: [Transition] = []
            var rejected: [(fix: Fix, reason: Rejection)] = []
            for fix in fixes {
                let reason = refusal(of: fix, after: latest) ?? engine.process(fix, into: &transitions)
                if let reason { rejected.append((fix, reason)) }
                note(fix, reason, &state)
            }
            deliver(transitions, &state)
            return rejected
        }
    }

    /// Warns of fixes that come before any geofence; once, and not where nothing is registered for want of authorization.
    private func tellOfNoGeofences(_ state: inout State) {
        guard state.listening == nil, state.revision == nil, state.wasAllowed, !state.hasToldOfNoGeofences,
            engine.geofenceCount == 0
        else { return }
        state.hasToldOfNoGeofences = true
        Logger.geofences.warning(
            "fixes are evaluated against no geofences; call startListening() before process(_:at:)",
            metadata: ["file": "\(store.path)"]
        )
    }

    /// Why a fix is not given to the engine; `nil` for one that is.
    private func refusal(of fix: Fix, after latest: Timestamp) -> Rejection? {
        if watch != nil, fix.device.rawValue.hasNUL { return .deviceID }
        return fix.time > latest ? engine.refuse(fix, as: .future) : nil
    }

    /// Evaluates fixes whose devices the engine's registry knows, and hands their transitions to `body`, with the revision that
    /// the registered geofences are of. Those that are too far ahead have been sorted out before.
    ///
    /// - Returns: The fixes that were not used, by their place.
    package func process(_ fixes: [CompactFix], _ body: ([Transition], _ revision: Int64) -> Void) -> [RejectedPick] {
        state.withLock { state in
            let (transitions, rejected) = engine.process(fixes)
            body(transitions, state.revision ?? 0)
            return rejected
        }
    }

    /// Does something while neither a fix nor a change is under way, given the revision of the registered geofences.
    package func whileIdle<Value, Failure>(
        _ body: (_ revision: Int64) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try state.withLock { state throws(Failure) in try body(state.revision ?? 0) }
    }

    /// Takes note of a fix for a watch. Of one that is not used the engine may know something, too.
    private func note(_ fix: Fix, _ reason: Rejection?, _ state: inout State) {
        guard state.unsaved != nil, state.listening != nil,
            let slot = engine.registry.existingSlot(for: fix.device)
        else { return }
        state.unsaved?.addDevice(inSlot: slot)
        if let reason { state.unsaved?.addReject(of: slot, reason) }
    }

    /// Whether a watch can be given to the engine.
    var isNew: Bool { engine.deviceCount == 0 }

    func deliver(_ transitions: [Transition], _ state: inout State) {
        guard !transitions.isEmpty else { return }
        if state.listening != nil { state.unsaved?.add(transitions) }
        handler(transitions, state.revision ?? 0)
    }
}
