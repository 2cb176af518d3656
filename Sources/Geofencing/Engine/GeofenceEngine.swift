internal import Dispatch
internal import Logging
internal import Synchronization

/// Evaluates streams of fixes against geofences and reports who entered and left what.
///
/// ```swift
/// let place = Coordinate(latitude: 52.52, longitude: 13.405)
/// let depot = Geofence("depot", .circle(center: place, radius: .meters(150)))
/// let engine = try GeofenceEngine([depot])
/// let fix = Fix(device: "truck-7", time: Timestamp(unixMilliseconds: 1_767_225_600_000), coordinate: depotGate)
/// for transition in engine.process(fix) { print(transition) }
/// // Prints "ENTER truck-7 depot at 2026-01-01T00:00:00.000Z, initial"
/// ```
///
/// An engine may be used from many threads at once. Fixes of one device must come from one thread at a time for their
/// order to mean anything. What calls return was decided in one order, but two threads may hand on what they got in another: where
/// edits and fixes come from several, call and hand on within one actor or lock, or an EXIT by an edit may overtake its ENTER.
///
/// It keeps what it knows of every device that it has met, some 300 to 700 bytes and 16 for each geofence that the device is in: where
/// devices change their names often, go over to a `copy(keeping:)` from time to time. Of a device whose clock stands still it keeps
/// each place that has this time, lest one count twice: some 40 bytes.
public final class GeofenceEngine: Sendable {
    /// How events are made of fixes.
    public let rules: EventRules

    /// Which index answers.
    public let kind: EngineKind

    /// By which a state is known to be of these rules.
    let ruleMarks: [RuleMark]

    package let registry: DeviceRegistry
    let shards: Sharded<ShardState>
    let lanes: [QueryLane]
    private let published: Mutex<FenceSnapshot>
    /// Held by an edit from its check to its last shard, and by a merge while it hands out what it has made.
    let editing: Mutex<EditState>
    let deltaLimits: DeltaLimits
    /// Entered while a merge is under way.
    let merging = DispatchGroup()

    /// Creates an engine for geofences with distinct identifiers and the standard rules of a policy.
    ///
    /// - Parameters:
    ///   - geofences: The geofences to register; inactive ones are known and not evaluated.
    ///   - policy: That of geofences which have none of their own.
    ///   - order: In which order a device's fixes count.
    ///   - kind: Which index answers; the answers are the same.
    ///   - threads: As in `init(_:rules:engine:threads:)`.
    /// - Throws: As `init(_:rules:engine:threads:)`.
    public convenience init(
        _ geofences: some Sequence<Geofence> = [],
        policy: TransitionPolicy = .balanced(),
        order: FixOrder = .time,
        engine kind: EngineKind = .cells,
        threads: Int = 1
    ) throws(GeofenceError) {
        try self.init(geofences, rules: EventRules(policy: policy, order: order), engine: kind, threads: threads)
    }

    /// Creates an engine for geofences with distinct identifiers.
    ///
    /// - Parameters:
    ///   - geofences: The geofences to register; inactive ones are known and not evaluated.
    ///   - rules: How events are made of fixes.
    ///   - kind: Which index answers; the answers are the same.
    ///   - threads: How many threads check the geofences and build the index, at least one; more than there are cores
    ///     bring nothing.
    /// - Throws: `invalidIdentifier`, `duplicateIdentifier`, `invalidRadius`, `invalidCoordinate`, `invalidPolygon` or, for its own
    ///   policy and dwell, `invalidRules`, naming the geofence; `invalidRules` for a value of `rules` that is not in its range;
    ///   `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*n* log *n* + *v*) for *n* geofences with *v* vertices in all.
    public convenience init(
        _ geofences: some Sequence<Geofence> = [],
        rules: EventRules,
        engine kind: EngineKind = .cells,
        threads: Int = 1
    ) throws(GeofenceError) {
        let geofences = Array(geofences)
        let findings = try FenceValidator.validateAll(geofences, threads: threads).joined()
        if let error = findings.first(where: { $0.severity == .error }) { throw GeofenceError(error) }
        try self.init(checked: geofences, rules: rules, engine: kind, threads: threads)
    }

    /// Creates an engine for geofences whose regions have been found valid.
    package convenience init(
        checked geofences: [Geofence],
        rules: EventRules = EventRules(),
        engine kind: EngineKind = .cells,
        deltaLimits: DeltaLimits = DeltaLimits(),
        threads: Int = 1
    ) throws(GeofenceError) {
        if let problem = rules.problem { throw problem }
        let sorted = geofences.isSorted ? geofences : geofences.sorted { $0.id < $1.id }
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.id == next.id {
            throw GeofenceError(
                .duplicateIdentifier,
                "two geofences have the identifier \"\(one.id)\"",
                at: InputLocation(geofence: one.id.rawValue),
                recovery: "Give each geofence an identifier of its own."
            )
        }
        let active = sorted.allSatisfy(\.isActive) ? sorted : sorted.filter(\.isActive)
        let snapshot = FenceSnapshot(
            kind: kind,
            base: FenceLayer(try FenceLayer.Contents(sorted: active, kind: kind, threads: threads)),
            inactive: Dictionary(sorted.lazy.filter { !$0.isActive }.map { ($0.id, $0) }) { first, _ in first }
        )
        try self.init(snapshot, nextHandle: UInt32(active.count), rules: rules, deltaLimits: deltaLimits)
        Logger.geofences.debug(
            "registered geofences",
            metadata: [
                "active": "\(active.count)", "inactive": "\(sorted.count - active.count)", "index": "\(kind.rawValue)",
            ]
        )
    }

    /// An engine with the same geofences that has met no device.
    ///
    /// - Parameter registry: Gives the devices their slots; engines with the same one can be given the same fixes.
    package func withoutDevices(
        registry: DeviceRegistry = DeviceRegistry()
    ) throws(GeofenceError) -> GeofenceEngine {
        try editing.withLock { editing throws(GeofenceError) in try withoutDevices(editing, registry: registry) }
    }

    /// The same while edits wait.
    func withoutDevices(
        _ editing: EditState,
        registry: DeviceRegistry = DeviceRegistry()
    ) throws(GeofenceError) -> GeofenceEngine {
        try GeofenceEngine(
            snapshot,
            nextHandle: editing.nextHandle,
            rules: rules,
            deltaLimits: deltaLimits,
            registry: registry
        )
    }

    private init(
        _ snapshot: FenceSnapshot,
        nextHandle: UInt32,
        rules: EventRules,
        deltaLimits: DeltaLimits,
        registry: DeviceRegistry = DeviceRegistry()
    ) throws(GeofenceError) {
        self.registry = registry
        self.rules = rules
        ruleMarks = rules.marks
        self.kind = snapshot.kind
        published = Mutex(snapshot)
        editing = Mutex(EditState(nextHandle: nextHandle))
        self.deltaLimits = deltaLimits
        shards = try Sharded { number throws(GeofenceError) in
            try ShardState(number: number, snapshot: snapshot, rules: rules)
        }
        var lanes: [QueryLane] = []
        for _ in 0..<DeviceRegistry.shardCount { lanes.append(try QueryLane(snapshot)) }
        self.lanes = lanes
    }

    /// Whether geometry alone decides, so that events have no more than what it tells.
    package var isGeometric: Bool { rules.isGeometric && !snapshot.hasOwnRules }

    /// The geofences registered now.
    var snapshot: FenceSnapshot { published.withLock { $0 } }

    func publish(_ snapshot: FenceSnapshot) { published.withLock { $0 = snapshot } }
}

extension [Geofence] {
    /// Whether no identifier is below the one before it. A million geofences are costly to copy.
    fileprivate var isSorted: Bool { !zip(self, dropFirst()).contains { $1.id < $0.id } }
}
