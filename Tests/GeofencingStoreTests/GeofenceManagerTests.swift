import GRDB
import Geofencing
import Synchronization
import TestSupport
import Testing

@testable import GeofencingStore

/// The documents on live sync and on registering anew, with a second connection in place of the other device. The looks
/// at the store are made by hand; `WatchTests` has two processes.
@Suite struct GeofenceManagerTests {
    /// A manager that listens and has met the device `dog` at home, and another connection to its store.
    private func started() throws -> (bench: StoreBench, live: ManagerBench, other: GeofenceStore) {
        let bench = try StoreBench()
        let live = try ManagerBench(bench.store)
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        live.manager.process([StoreBench.fix("dog")])
        return (bench, live, try bench.other())
    }

    @Test func `a geofence created around a device reports ENTER at once`() throws {
        let (_, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("school"))])
        live.manager.look()
        #expect(live.events() == ["ENTER dog school fence_added"])
        try live.manager.stopListening()
    }

    @Test func `a geofence that was removed and saved again between two looks goes on`() throws {
        let (bench, live, other) = try started()
        try other.upsert(StoreBench.circle("school"))
        live.manager.look()
        #expect(live.events() == ["ENTER dog school fence_added"])
        try other.remove("school")
        try other.upsert(StoreBench.circle("school"))
        live.manager.look()
        #expect(live.events() == [])
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `a geofence created elsewhere reports nothing until the device gets there`() throws {
        let (_, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("park", at: StoreBench.elsewhere))])
        live.manager.look()
        #expect(live.engine.geofenceCount == 1)
        #expect(live.events() == [])
        live.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 60)])
        #expect(live.events() == ["ENTER dog park movement"])
        try live.manager.stopListening()
    }

    @Test func `an edited geofence is checked against the last fix at once`() throws {
        let (_, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("school"))])
        live.manager.look()
        _ = live.events()
        try other.apply([.upsert(StoreBench.circle("school", at: StoreBench.elsewhere))])
        live.manager.look()
        #expect(live.events() == ["EXIT dog school fence_changed"])
        try other.apply([.upsert(StoreBench.circle("school", radius: 5000))])
        live.manager.look()
        #expect(live.events() == ["ENTER dog school fence_changed"])
        var renamed = StoreBench.circle("school", radius: 5000)
        renamed.name = "School"
        try other.apply([.upsert(renamed)])
        live.manager.look()
        #expect(live.events() == [])
        #expect(live.engine.geofence("school")?.name == "School")
        try live.manager.stopListening()
    }

    @Test func `geofences whose IDs differ only in Unicode form are registered side by side`() throws {
        let (bench, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("cafe\u{301}")), .upsert(StoreBench.circle("caf\u{e9}"))])
        live.manager.look()
        #expect(live.events().count == 2)
        try live.manager.ensureRegionsRegistered()
        #expect(live.events() == [])
        #expect(live.engine.geofenceCount == 2)
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `a deleted geofence reports EXIT and nothing afterwards`() throws {
        let (_, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("school"))])
        live.manager.look()
        try other.apply([.remove("school")])
        live.manager.look()
        #expect(live.events() == ["ENTER dog school fence_added", "EXIT dog school fence_removed"])
        #expect(live.engine.geofenceCount == 0)
        live.manager.process([
            StoreBench.fix("dog", at: StoreBench.elsewhere, second: 60), StoreBench.fix("dog", second: 120),
        ])
        #expect(live.events() == [])
        try live.manager.stopListening()
    }

    @Test func `a stopped listener sees no more changes and leaves no files behind`() throws {
        let (bench, live, other) = try started()
        #expect(try bench.store.hasRunningWatcher())
        try live.manager.stopListening()
        #expect(!live.manager.isListening)
        #expect(try !bench.store.hasRunningWatcher())
        try other.apply([.upsert(StoreBench.circle("school"))])
        live.manager.look()
        #expect(live.events() == [])
        #expect(live.engine.geofenceCount == 0)
        try live.manager.stopListening()
        #expect(try !bench.folder.names.contains { $0.contains("-watch-") })
    }

    @Test(arguments: [true, false]) func `a listening manager can be deallocated`(isStopped: Bool) async throws {
        let bench = try StoreBench()
        weak var gone: GeofenceManager?
        do {
            let live = try ManagerBench(bench.store)
            try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
            gone = live.manager
            if isStopped { try live.manager.stopListening() }
        }
        // A look at the store that is under way keeps it until then.
        for _ in 0..<100_000 where gone != nil { await Task.yield() }
        #expect(gone == nil)
    }

    @Test func `a manager has one listener, which does nothing when no geofence has changed`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let registry = RecordingRegistry(try GeofenceEngine(policy: .raw))
        let live = try ManagerBench(bench.store, registry: registry)
        for _ in 0..<2 { try live.manager.startListening(at: Timestamp(unixMilliseconds: 0)) }
        #expect(try bench.store.watcherHealth().count == 1)
        // Saved again as it is, and something else of the store.
        try bench.other().apply([.upsert(StoreBench.circle("a"))])
        try bench.other().save(
            WatchProgress(),
            ofWatch: "other",
            devices: [],
            transitions: [],
            rejects: [],
            isPatient: true
        )
        live.manager.look()
        #expect(registry.calls == [["+a"]])
        try bench.other().apply([.upsert(StoreBench.circle("b"))])
        live.manager.look()
        #expect(registry.calls == [["+a"], ["+b"]])
        try live.manager.stopListening()
        #expect(try !bench.store.hasRunningWatcher())
    }

    @Test func `an inactive geofence is removed and returns when it is active again`() throws {
        let (_, live, other) = try started()
        var school = StoreBench.circle("school")
        try other.apply([.upsert(school)])
        live.manager.look()
        school.isActive = false
        try other.apply([.upsert(school)])
        live.manager.look()
        school.isActive = true
        try other.apply([.upsert(school)])
        live.manager.look()
        #expect(
            live.events() == [
                "ENTER dog school fence_added", "EXIT dog school fence_removed", "ENTER dog school fence_added",
            ]
        )
        try live.manager.stopListening()
    }

    @Test func `registering is idempotent and changes only what differs`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["a", "b"].map { StoreBench.circle($0) })
        let registry = RecordingRegistry(try GeofenceEngine(policy: .raw))
        let live = try ManagerBench(bench.store, registry: registry)
        try live.manager.ensureRegionsRegistered()
        try live.manager.ensureRegionsRegistered()
        #expect(registry.calls == [["+a", "+b"]])
        _ = try registry.engine.apply([.remove("a"), .upsert(StoreBench.circle("old"))])
        _ = try registry.engine.upsert(StoreBench.circle("b", radius: 1))
        try live.manager.ensureRegionsRegistered()
        #expect(registry.calls.last == ["-old", "+a", "+b"])
        #expect(registry.registeredGeofences == ["a", "b"].map { StoreBench.circle($0) })
    }

    @Test func `without authorization nothing is registered until it is restored`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        func report(_ status: AuthorizationStatus, services: Bool = true) throws {
            try bench.other().save(StoreBench.report("phone", status, locationServicesEnabled: services))
        }
        try report(.authorizedWhenInUse)
        let live = try ManagerBench(bench.store)
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        #expect(live.engine.geofenceCount == 0)
        #expect(try bench.store.healthStatus().statusSummary == "Needs 'Always' authorization")
        try report(.authorizedAlways, services: false)
        live.manager.look()
        #expect(live.engine.geofenceCount == 0)
        #expect(try bench.store.healthStatus().statusSummary == "Location services disabled")
        try report(.authorizedAlways)
        live.manager.look()
        #expect(live.engine.geofenceCount == 1)
        #expect(try bench.store.healthStatus().statusSummary == "Healthy")
        try live.manager.stopListening()
    }

    @Test func `a failed removal is remembered, does not stop other changes and is retried`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let registry = RecordingRegistry(try GeofenceEngine([StoreBench.circle("stuck")], policy: .raw))
        registry.refuses("stuck")
        let live = try ManagerBench(bench.store, registry: registry)
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        #expect(live.manager.failedRemovals == ["stuck"])
        #expect(registry.registeredGeofences.map(\.id) == ["a", "stuck"])
        #expect(try bench.store.healthStatus().orphaned == ["stuck"])
        registry.refuses(nil)
        try live.manager.ensureRegionsRegistered()
        #expect(live.manager.failedRemovals == [])
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `a failed removal is retried with the next change and by the next process`()
        throws
    {
        let bench = try StoreBench()
        let registry = RecordingRegistry(try GeofenceEngine([StoreBench.circle("stuck")], policy: .raw))
        registry.refuses("stuck")
        let first = try ManagerBench(bench.store, registry: registry)
        try first.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        try bench.other().apply([.upsert(StoreBench.circle("a"))])
        first.manager.look()
        #expect(first.manager.failedRemovals == ["stuck"])
        #expect(registry.registeredGeofences.map(\.id) == ["a", "stuck"])
        // The process ends, and the platform's registry outlives it: it is what remembers.
        try first.manager.stopListening()
        let second = try ManagerBench(bench.store, registry: registry)
        try second.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        #expect(second.manager.failedRemovals == ["stuck"])
        registry.refuses(nil)
        try bench.other().apply([.upsert(StoreBench.circle("b"))])
        second.manager.look()
        #expect(second.manager.failedRemovals == [])
        #expect(registry.registeredGeofences.map(\.id) == ["a", "b"])
        #expect(try bench.store.healthStatus().isHealthy)
        try second.manager.stopListening()
    }

    @Test func `a failed removal is forgotten once the geofence is gone from the registry`() throws {
        let bench = try StoreBench()
        let engine = try GeofenceEngine([StoreBench.circle("stuck")], policy: .raw)
        let registry = RecordingRegistry(engine)
        registry.refuses("stuck")
        let live = try ManagerBench(bench.store, registry: registry)
        try live.manager.ensureRegionsRegistered()
        #expect(live.manager.failedRemovals == ["stuck"])
        try engine.remove("stuck")
        try live.manager.ensureRegionsRegistered()
        #expect(live.manager.failedRemovals == [])
    }

    @Test func `a failed removal is forgotten once the geofence is saved again`() throws {
        let bench = try StoreBench()
        try bench.store.upsert(StoreBench.circle("stuck"))
        let registry = RecordingRegistry(try GeofenceEngine(policy: .raw))
        let live = try ManagerBench(bench.store, registry: registry)
        try live.manager.startListening(at: .second(0))
        registry.refuses("stuck")
        try bench.other().remove("stuck")
        live.manager.look()
        #expect(live.manager.failedRemovals == ["stuck"])
        try bench.other().upsert(StoreBench.circle("stuck"))
        live.manager.look()
        #expect(live.manager.failedRemovals == [])
        #expect(try bench.store.healthStatus().isHealthy)
        // Registering it differently is refused too, which is no removal.
        try bench.other().upsert(StoreBench.circle("stuck", radius: 1))
        live.manager.look()
        #expect(live.manager.failedRemovals == [])
        #expect(try bench.store.healthStatus().drifted == ["stuck"])
        try live.manager.stopListening()
    }

    @Test func `registering throws nothing for a change that the registry refuses, and makes the others`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["a", "stuck"].map { StoreBench.circle($0) })
        let registry = RecordingRegistry(try GeofenceEngine(policy: .raw))
        registry.refuses("stuck")
        let live = try ManagerBench(bench.store, registry: registry)
        try live.manager.ensureRegionsRegistered()
        #expect(registry.registeredGeofences.map(\.id) == ["a"])
        #expect(live.manager.failedRemovals == [])
    }

    @Test func `health shows what a manager had registered before it started without authorization`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["changed", "removed", "same"].map { StoreBench.circle($0) })
        let live = try ManagerBench(bench.store)
        try live.manager.ensureRegionsRegistered()
        func report(_ status: AuthorizationStatus) throws {
            try bench.other().save(StoreBench.report("phone", status))
        }
        try report(.denied)
        try bench.other().replaceAll(with: [StoreBench.circle("changed", radius: 1), StoreBench.circle("same")])
        try live.manager.startListening(at: .second(0))
        let status = try bench.store.healthStatus()
        #expect(status.registered == ["changed", "removed", "same"])
        #expect(status.drifted == ["changed"] && status.orphaned == ["removed"] && status.missing == [])
        try report(.authorizedAlways)
        live.manager.look()
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `a geofence listed twice is removed once and changed once`() {
        let (a, b, c) = (StoreBench.circle("a"), StoreBench.circle("b"), StoreBench.circle("c"))
        let changes = GeofenceManager.difference(from: [b, a, b, c], to: [StoreBench.circle("a", radius: 1), c, a, c])
        #expect(changes == [.remove("b")])
        #expect(GeofenceManager.difference(from: [], to: [c, a, c]) == [.upsert(a), .upsert(c)])
    }

    @Test func `unused fixes are returned with the reason`() throws {
        let bench = try StoreBench()
        let live = try ManagerBench(bench.store, registry: RecordingRegistry(try GeofenceEngine(policy: .raw)))
        func fix(_ second: Int64, latitude: Double = 1) -> Fix {
            Fix(device: "dog", time: .second(second), coordinate: Coordinate(latitude: latitude, longitude: 1))
        }
        let unused = live.manager.process([fix(2), fix(1), fix(3, latitude: 91), fix(4)])
        #expect(unused.map(\.fix) == [fix(1), fix(3, latitude: 91)])
        #expect(unused.map(\.reason) == [.late, .outOfRange])
    }

    @Test func `a lazy sequence of fixes may call the manager while it is consumed`() throws {
        let (_, live, _) = try started()
        let manager = live.manager
        let fixes = (1...3).lazy.filter { _ in manager.isListening }.map { _ in StoreBench.fix("cat") }
        #expect(manager.process(fixes).count < 3)
        try manager.stopListening()
    }

    @Test(arguments: [false, true]) func `a refused change is retried with the next change`(isNew: Bool)
        throws
    {
        let bench = try StoreBench()
        let registry = RecordingRegistry(try GeofenceEngine(policy: .raw))
        let live = try ManagerBench(bench.store, registry: registry)
        if !isNew { try bench.store.apply([.upsert(StoreBench.circle("stuck", radius: 100))]) }
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        registry.refuses("stuck")
        try bench.other().apply([.upsert(StoreBench.circle("stuck"))])
        live.manager.look()
        #expect(registry.registeredGeofences == (isNew ? [] : [StoreBench.circle("stuck", radius: 100)]))
        // It is refused again, and then no more.
        try bench.other().apply([.upsert(StoreBench.circle("a"))])
        live.manager.look()
        #expect(registry.registeredGeofences.map(\.id) == (isNew ? ["a"] : ["a", "stuck"]))
        #expect(try !bench.store.healthStatus().isHealthy)
        registry.refuses(nil)
        try bench.other().apply([.upsert(StoreBench.circle("b"))])
        live.manager.look()
        #expect(registry.registeredGeofences == ["a", "b", "stuck"].map { StoreBench.circle($0) })
        #expect(try bench.store.healthStatus().isHealthy)
        // From then on the difference is enough.
        let before = registry.calls.count
        try bench.other().apply([.upsert(StoreBench.circle("c"))])
        live.manager.look()
        #expect(registry.calls[before...] == [["+c"]])
        try live.manager.stopListening()
    }

    @Test func `a reconcile request repairs an engine that was changed behind the manager's back`() throws {
        let (bench, live, other) = try started()
        try other.apply([.upsert(StoreBench.circle("a")), .upsert(StoreBench.circle("b"))])
        live.manager.look()
        _ = try live.engine.remove("a")
        try other.requestReconciliation()
        live.manager.look()
        #expect(live.engine.geofenceCount == 2)
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `the manager catches up once a failing store works again`() throws {
        let (_, live, other) = try started()
        try other.write { try $0.execute(sql: "ALTER TABLE store_state RENAME TO gone") }
        live.manager.look()
        live.manager.look()
        try other.write { try $0.execute(sql: "ALTER TABLE gone RENAME TO store_state") }
        try other.apply([.upsert(StoreBench.circle("school"))])
        _ = try live.engine.upsert(StoreBench.circle("old"))
        live.manager.look()
        #expect(live.engine.allGeofences.map(\.id) == ["school"])
        #expect(live.events().contains("ENTER dog school fence_added"))
        try live.manager.stopListening()
    }

    @Test func `transitions of a change are reported even when the store cannot save registrations`() throws {
        let (bench, live, other) = try started()
        try other.write { try $0.execute(sql: "ALTER TABLE registrations RENAME TO gone") }
        try other.apply([.upsert(StoreBench.circle("school"))])
        live.manager.look()
        #expect(live.events() == ["ENTER dog school fence_added"])
        try other.write { try $0.execute(sql: "ALTER TABLE gone RENAME TO registrations") }
        live.manager.look()
        #expect(live.events() == [])
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `a failed start can be repeated`() throws {
        let bench = try StoreBench()
        let (live, other) = (try ManagerBench(bench.store), try bench.other())
        try other.write { try $0.execute(sql: "ALTER TABLE store_state RENAME TO gone") }
        #expect(throws: GeofenceError.self) { try live.manager.startListening(at: Timestamp(unixMilliseconds: 0)) }
        try other.write { try $0.execute(sql: "ALTER TABLE gone RENAME TO store_state") }
        try other.apply([.upsert(StoreBench.circle("school"))])
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        #expect(live.engine.allGeofences.map(\.id) == ["school"])
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test func `the log warns once about fixes that arrive before any geofence`() async {
        // In a process of its own, whose log is its standard error.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let bench = try StoreBench()
            let early = try ManagerBench(bench.store)
            for second in 0..<2 { early.manager.process([StoreBench.fix("dog", second: Int64(second))]) }
            let inTurn = try ManagerBench(bench.store)
            try inTurn.manager.startListening(at: Timestamp(unixMilliseconds: 0))
            inTurn.manager.process([StoreBench.fix("dog")])
            try inTurn.manager.stopListening()
            inTurn.manager.process([StoreBench.fix("dog", second: 1)])
            let equipped = try ManagerBench(bench.store)
            _ = try equipped.engine.upsert(StoreBench.circle("home"))
            equipped.manager.process([StoreBench.fix("dog")])
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(log.ranges(of: "call startListening()").count == 1, "\(log)")
    }

    @Test func `the manager follows many changes by two writers`() throws {
        let (bench, live, other) = try started()
        for round in 0..<50 {
            let writer = round.isMultiple(of: 2) ? other : bench.store
            try writer.apply([.upsert(StoreBench.circle(Geofence.ID("f\(round % 7)"), radius: Double(100 + round)))])
            if round % 5 == 4 { try other.apply([.remove(Geofence.ID("f\(round % 7)"))]) }
            if round % 3 == 0 { live.manager.look() }
        }
        live.manager.look()
        let saved = try bench.store.savedGeofences().map(\.geofence)
        #expect(live.engine.allGeofences == saved)
        #expect(try bench.store.healthStatus().isHealthy)
        try live.manager.stopListening()
    }

    @Test(arguments: ["geofences", "geofence_removals"])
    func `what has changed since a revision is found by index without a full scan`(table: String) throws {
        let bench = try StoreBench()
        let condition = GeofenceStore.isNewer(than: 1, in: table)
        let query = "SELECT * FROM \(table) WHERE \(condition) ORDER BY identifier"
        let plan = try bench.store.plan(query) { _ in [1] }
        #expect(plan.contains { $0.contains("\(table)_by_revision") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
}

/// A registry that keeps what was asked of it and can refuse to change a geofence.
private final class RecordingRegistry: RegionRegistry {
    let engine: GeofenceEngine
    private let state = Mutex((calls: [[String]](), refused: Geofence.ID?.none))

    init(_ engine: GeofenceEngine) { self.engine = engine }

    var calls: [[String]] { state.withLock { $0.calls } }

    func refuses(_ id: Geofence.ID?) { state.withLock { $0.refused = id } }

    var registeredGeofences: [Geofence] { engine.registeredGeofences }

    func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition] {
        let refused = state.withLock { state in
            state.calls.append(
                changes.map { change in
                    switch change {
                    case .upsert(let geofence): "+\(geofence.id)"
                    case .remove(let id): "-\(id)"
                    }
                }
            )
            return state.refused
        }
        if let refused, changes.contains(where: { $0.id == refused }) {
            throw GeofenceError(.geometryEngine, "it is refused", recovery: "Try again.")
        }
        return try engine.apply(changes)
    }
}
