internal import Dispatch
internal import Logging
internal import Synchronization

/// Evaluates streams of fixes against geofences and reports which devices entered and left which geofences.
///
/// ```swift
/// let place = Coordinate(latitude: 52.52, longitude: 13.405)
/// let depot = Geofence("depot", .circle(center: place, radius: .meters(150)))
/// let engine = try GeofenceEngine([depot])
/// let fix = Fix(device: "truck-7", time: Timestamp(unixMilliseconds: 1_767_225_600_000), coordinate: place)
/// for transition in engine.process(fix) { print(transition) }
/// // Prints "ENTER truck-7 depot at 2026-01-01T00:00:00.000Z, initial"
/// ```
///
/// An engine may be used from many threads at once. The fixes of one device must come from one thread at a time for
/// their order to mean anything. Results are decided in one order, but two threads may pass on theirs in another: if
/// edits and fixes come from several threads, call the engine and pass on its results within one actor or lock, or an
/// EXIT caused by an edit may overtake its ENTER.
///
/// The engine keeps state for every device that it has seen, some 200 to 700 bytes plus 16 for each geofence that the
/// device is in: if devices change their names often, switch to a `copy(keeping:)` from time to time; `forget(_:)`
/// forgets a single device. For a device whose clock stands still it keeps each position with this time, so that
/// none counts twice: 40 to 90 bytes each.
public final class GeofenceEngine: Sendable {
    /// The rules by which events are made from fixes.
    public let rules: EventRules

    /// The kind of index that answers lookups.
    public let kind: EngineKind

    /// Identifies these rules, to recognize a saved state that was made under them.
    let ruleMarks: [RuleMark]

    package let registry: DeviceRegistry
    /// What is known of the devices.
    let shards: Sharded<ShardState>
    /// The lookups of queries, which concern no device.
    let lanes: [QueryLane]
    /// The geofences as they are now; an edit replaces them all.
    private let published: Mutex<FenceSnapshot>
    /// Held by an edit from its check to its last shard, and by a merge while it distributes its result.
    let editing: Mutex<EditState>
    let deltaLimits: DeltaLimits
    /// Entered while a merge is under way.
    let merging = DispatchGroup()

    /// Creates an engine for geofences with distinct identifiers and the standard rules of a policy.
    ///
    /// - Parameters:
    ///   - geofences: The geofences to register; inactive ones are known but not evaluated.
    ///   - policy: The policy of geofences that have none of their own.
    ///   - order: The order in which a device's fixes count.
    ///   - kind: The kind of index; it does not affect the answers.
    ///   - threads: See `init(_:rules:engine:threads:)`.
    /// - Throws: The errors of `init(_:rules:engine:threads:)`.
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
    ///   - geofences: The geofences to register; inactive ones are known but not evaluated.
    ///   - rules: The rules by which events are made from fixes.
    ///   - kind: The kind of index; it does not affect the answers.
    ///   - threads: The number of threads that check the geofences and build the index, at least one; more threads than
    ///     cores bring no gain.
    /// - Throws: `invalidIdentifier`, `duplicateIdentifier`, `invalidRadius`, `invalidCoordinate`, `invalidPolygon` or,
    ///   for a geofence's own policy and dwell, `invalidRules`, naming the geofence; `invalidRules` for a value of
    ///   `rules` that is not in its range; `geometryEngine` if GEOS runs out of memory.
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
        let sorted = geofences.inOrderOfIdentifier
        for next in sorted.indices.dropFirst() where sorted[next - 1].id == sorted[next].id {
            let id = sorted[next].id
            throw GeofenceError(
                .duplicateIdentifier,
                "two geofences have the identifier \"\(id)\"",
                at: InputLocation(geofence: id.rawValue),
                recovery: "Give each geofence a unique identifier."
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

    /// Returns an engine with the same geofences that has seen no device.
    ///
    /// - Parameter registry: Assigns slots to devices; engines that share a registry can be given the same fixes.
    package func withoutDevices(
        registry: DeviceRegistry = DeviceRegistry()
    ) throws(GeofenceError) -> GeofenceEngine {
        try editing.withLock { editing throws(GeofenceError) in try withoutDevices(editing, registry: registry) }
    }

    /// Returns the same while the caller holds the lock on edits.
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

    /// Whether geometry alone decides, so that events carry nothing that geometry does not determine.
    package var isGeometric: Bool { rules.isGeometric && !snapshot.hasOwnRules }

    /// The current snapshot of the geofences.
    var snapshot: FenceSnapshot { published.withLock { $0 } }

    func publish(_ snapshot: FenceSnapshot) { published.withLock { $0 = snapshot } }
}
