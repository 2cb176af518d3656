import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// What changes of geofences mean to a watch that goes on later. A watch "ends" as a process that is killed.
@Suite struct KeptEditTests {
    /// A geofence around the dog, or far from it, that does not report who comes in unless it is asked to.
    private static func school(isHere: Bool, reports: Bool = false) -> Geofence {
        var school = StoreBench.circle("school", at: isHere ? StoreBench.home : StoreBench.elsewhere)
        school.notifyOnEntry = reports
        return school
    }

    private static func started(_ bench: StoreBench) throws -> ManagerBench {
        let live = try ManagerBench(bench.other(), watch: "fleet")
        try live.manager.startListening(at: .second(0))
        return live
    }

    private static func end(_ live: ManagerBench) throws { try live.manager.stopListening(isPatient: true) }

    /// A store whose watch has seen the dog, and a geofence far from it.
    private func begun() throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(Self.school(isHere: false))])
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog")])
        try live.manager.save()
        try Self.end(live)
        return bench
    }

    /// The dog has come in without a word, and goes on so when the geofence reports.
    private func expectInside(_ bench: StoreBench) throws {
        try bench.store.apply([.upsert(Self.school(isHere: true, reports: true))])
        let live = try Self.started(bench)
        #expect(live.events() == [])
        live.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20)])
        #expect(live.events() == ["EXIT dog school movement"])
        try live.manager.stopListening()
    }

    @Test func `the effect of a change is saved even when the geofence mutes the transition`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        try bench.store.apply([.upsert(Self.school(isHere: true))])
        live.manager.look()
        #expect(live.events() == [])
        try live.manager.save()
        try Self.end(live)
        try expectInside(bench)
    }

    @Test func `the effect of a change between two runs is saved even when muted`() throws {
        let bench = try begun()
        try bench.store.apply([.upsert(Self.school(isHere: true))])
        let live = try Self.started(bench)
        #expect(live.events() == [])
        try Self.end(live)
        try expectInside(bench)
    }

    @Test func `a geofence that is active again between two runs is reported as added`() throws {
        let bench = try begun()
        var school = Self.school(isHere: true, reports: true)
        school.isActive = false
        try bench.store.apply([.upsert(school)])
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog", second: 10)])
        try live.manager.save()
        try Self.end(live)
        school.isActive = true
        try bench.store.apply([.upsert(school)])
        let next = try Self.started(bench)
        #expect(next.events() == ["ENTER dog school fence_added"])
        try next.manager.stopListening()
    }

    @Test func `when saving the effect of a change fails, the next save keeps it`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        try bench.store.apply([.upsert(Self.school(isHere: true))])
        live.manager.look()
        try bench.store.write { try $0.execute(sql: "ALTER TABLE watch_devices RENAME TO away") }
        #expect(throws: GeofenceError.self) { try live.manager.save() }
        try bench.store.write { try $0.execute(sql: "ALTER TABLE away RENAME TO watch_devices") }
        try live.manager.save()
        try Self.end(live)
        try expectInside(bench)
    }

    @Test func `a geofence that was removed and added again counts as changed, not removed`() throws {
        let bench = try StoreBench()
        let park = StoreBench.circle("park")
        try bench.store.upsert(park)
        let before = try bench.store.changes(since: 0).revision
        try bench.store.remove("park")
        #expect(try bench.store.changes(since: before).removed.map(\.id) == ["park"])
        try bench.store.upsert(park)
        let after = try bench.store.changes(since: before)
        #expect(after.removed.map(\.id) == [] && after.changed.map(\.geofence.id) == ["park"])
    }

    @Test func `a geofence added during one run and edited before the next counts as changed`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        try bench.store.apply([.upsert(StoreBench.circle("park", at: StoreBench.elsewhere))])
        live.manager.look()
        live.manager.process([StoreBench.fix("cat")])
        try live.manager.stopListening()
        try bench.store.apply([.upsert(StoreBench.circle("park")), .upsert(StoreBench.circle("yard"))])
        let next = try Self.started(bench)
        let expected = ["park fence_changed", "yard fence_added"]
        #expect(next.events() == ["cat", "dog"].flatMap { pet in expected.map { "ENTER \(pet) \($0)" } })
        try next.manager.stopListening()
    }

    /// A store whose watch has told that the dog is in the park.
    private func entered(reportsExit: Bool) throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(Self.park(reportsExit: reportsExit))])
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog")])
        #expect(live.events() == ["ENTER dog park initial"])
        try live.manager.stopListening()
        return bench
    }

    private static func park(reportsExit: Bool) -> Geofence {
        var park = StoreBench.circle("park")
        park.notifyOnExit = reportsExit
        return park
    }

    /// What a watch tells that finds the park removed.
    private func eventsOfRemoval(_ bench: StoreBench) throws -> [String] {
        try bench.store.apply([.remove("park")])
        let live = try Self.started(bench)
        defer { try? live.manager.stopListening() }
        return live.events()
    }

    @Test(arguments: [false, true])
    func `a removal after a run uses the EXIT setting changed during the run`(reportsExit: Bool) throws {
        let bench = try entered(reportsExit: !reportsExit)
        let live = try Self.started(bench)
        try bench.store.apply([.upsert(Self.park(reportsExit: reportsExit))])
        live.manager.look()
        try live.manager.save()
        try Self.end(live)
        #expect(try eventsOfRemoval(bench) == (reportsExit ? ["EXIT dog park fence_removed"] : []))
    }

    @Test(arguments: [false, true])
    func `a removal after a run uses the EXIT setting found at its start`(reportsExit: Bool) throws {
        let bench = try entered(reportsExit: !reportsExit)
        try bench.store.apply([.upsert(Self.park(reportsExit: reportsExit))])
        let live = try Self.started(bench)
        #expect(live.events() == [])
        try live.manager.save()
        try Self.end(live)
        #expect(try eventsOfRemoval(bench) == (reportsExit ? ["EXIT dog park fence_removed"] : []))
    }

    @Test(arguments: [false, true], [false, true])
    func `a removal while the watch is down uses the geofence's last EXIT setting`(
        reportsExit: Bool,
        isRemoved: Bool
    ) throws {
        let bench = try entered(reportsExit: !reportsExit)
        var park = Self.park(reportsExit: reportsExit)
        try bench.store.apply([.upsert(park)])
        park.isActive = false
        try bench.store.apply([isRemoved ? .remove("park") : .upsert(park)])
        let live = try Self.started(bench)
        #expect(live.events() == (reportsExit ? ["EXIT dog park fence_removed"] : []))
        try live.manager.stopListening()
        // It is not told later either.
        #expect(try Self.started(bench).events() == [])
    }

    @Test func `a removal by an older version uses the EXIT setting the watch last knew`() throws {
        let bench = try entered(reportsExit: true)
        try bench.store.apply([.remove("park")])
        try bench.store.write { try $0.execute(sql: "UPDATE geofence_removals SET notify_on_exit = NULL") }
        #expect(try Self.started(bench).events() == ["EXIT dog park fence_removed"])
    }

    @Test func `a geofence registered after a time without authorization counts as added`() throws {
        let bench = try StoreBench()
        func report(_ status: AuthorizationStatus) throws {
            try bench.store.save(StoreBench.report("phone", status))
        }
        try bench.store.apply([.upsert(StoreBench.circle("park"))])
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog"), StoreBench.fix("cat", at: StoreBench.elsewhere)])
        try live.manager.stopListening()
        try report(.denied)
        let denied = try Self.started(bench)
        #expect(denied.events() == ["EXIT dog park fence_removed"])
        try denied.manager.stopListening()
        try report(.authorizedAlways)
        let next = try Self.started(bench)
        #expect(next.events() == ["ENTER dog park fence_added"])
        try next.manager.stopListening()
    }
}
