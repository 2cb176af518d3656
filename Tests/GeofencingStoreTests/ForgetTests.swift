import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

@Suite struct ForgetTests {
    /// Ends a call between two of its transactions, as a kill does.
    static let stop = GeofenceError(.inputOutput, "stopped", recovery: "Go on.")

    static func event(
        _ kind: Transition.Kind,
        _ second: Int64,
        _ device: DeviceID = "dog",
        _ geofence: Geofence.ID = "home"
    ) -> Transition {
        Transition(
            kind: kind,
            device: device,
            geofence: geofence,
            time: .second(second),
            decidedTime: .second(second),
            coordinate: StoreBench.home,
            cause: .movement
        )
    }

    /// So many visits of a second each, one after another, in ten geofences by a hundred devices.
    private static func visits(_ count: Int64) -> [Transition] {
        (0..<count).flatMap { number in
            let (device, geofence) = (DeviceID("d\(number % 100)"), Geofence.ID("g\(number % 10)"))
            return [event(.enter, 2 * number, device, geofence), event(.exit, 2 * number + 1, device, geofence)]
        }
    }

    /// Imports fixes at so many seconds of each device.
    @discardableResult
    static func importFixes(
        _ bench: StoreBench,
        of devices: [String] = ["dog"],
        at seconds: Range<Int64>,
        takesAll: Bool = true
    ) throws -> HistoryImportResult {
        let rows = devices.flatMap { device in
            seconds.map { "\(device),\(Timestamp.second($0).unixMilliseconds),52.5,13.4" }
        }
        let lines = ["device,ts_unix_ms,latitude,longitude"] + rows
        try bench.folder.write(lines.joined(separator: "\n") + "\n", to: "trace.csv")
        var history = HistoryImport(source: "tracker", now: .second(1_000_000))
        history.takesAll = takesAll
        return try history.run([bench.folder.url("trace.csv").path], into: bench.store)
    }

    /// All that a store has, by table.
    static func contents(_ store: GeofenceStore) throws -> [String: [String]] {
        try store.read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    (table, try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\($0)" })
                }
            )
        }
    }

    private static func told(_ store: GeofenceStore) throws -> [String] {
        try store.events().map {
            "\($0.kind.rawValue) \($0.device) \($0.geofence) \(($0.time - .second(0)) / .seconds(1))"
        }
    }

    @Test func `visits that ended before the limit are removed and all others stay complete`() throws {
        let bench = try StoreBench()
        let over = [
            Self.event(.enter, 10), Self.event(.dwell, 20), Self.event(.exit, 99),
            Self.event(.enter, 10, "cat"), Self.event(.exit, 10, "cat"),
        ]
        let stay = [
            // It ends at the limit.
            Self.event(.enter, 99), Self.event(.dwell, 99, "dog"), Self.event(.exit, 100),
            Self.event(.enter, 20, "cat"), Self.event(.dwell, 30, "cat"), Self.event(.exit, 300, "cat"),
            // It is open.
            Self.event(.enter, 40, "dog", "work"), Self.event(.dwell, 50, "dog", "work"),
            Self.event(.enter, 150, "cow"),
        ]
        try bench.store.save(over + stay)
        let visits = try bench.store.visits().filter { $0.exited.map { $0 >= .second(100) } ?? true }
        let result = try bench.store.forget(before: .second(100))
        #expect(result.events == over.count)
        #expect(result.keptEvents == 6)
        #expect(Set(try bench.store.events().map(\.id)) == Set(stay.map(\.id)))
        #expect(try bench.store.visits() == visits)
        // Once they are over they go too.
        try bench.store.save([Self.event(.exit, 400, "dog", "work"), Self.event(.exit, 400, "cow")])
        #expect(try bench.store.forget(before: .second(401)).events == stay.count + 2)
        #expect(try bench.store.events().isEmpty)
    }

    @Test func `with ENTER or EXIT muted, everything but a possibly open visit is forgotten`() throws {
        let bench = try StoreBench()
        try bench.store.save([
            Self.event(.exit, 1, "dog", "no entry"), Self.event(.exit, 2, "dog", "no entry"),
            Self.event(.dwell, 3, "dog", "no entry"),
            Self.event(.enter, 1, "dog", "no exit"), Self.event(.dwell, 2, "dog", "no exit"),
            Self.event(.enter, 3, "dog", "no exit"),
            Self.event(.dwell, 1, "dog", "dwell alone"), Self.event(.dwell, 2, "dog", "dwell alone"),
        ])
        #expect(try bench.store.forget(before: .second(100)).events == 5)
        #expect(
            try Self.told(bench.store).sorted() == [
                "DWELL dog dwell alone 2.0", "DWELL dog no entry 3.0", "ENTER dog no exit 3.0",
            ]
        )
    }

    @Test func `a visit reported by several watches is removed once it is over for all of them`() throws {
        let bench = try StoreBench()
        let (enter, exit) = (Self.event(.enter, 10), Self.event(.exit, 20))
        func save(_ transitions: [Transition], as watch: String) throws {
            try bench.store.save(
                nil,
                ofWatch: watch,
                devices: [],
                transitions: transitions,
                rejects: [],
                isPatient: true
            )
        }
        // It was stopped inside, and may go on.
        try save([enter], as: "stopped")
        try bench.store.replaceEvaluation { add throws(GeofenceError) in
            try add(enter)
            try add(exit)
        }
        let visits = try bench.store.visits()
        let first = try bench.store.forget(before: .second(100))
        #expect((first.events, first.keptEvents) == (0, 3))
        #expect(try bench.store.visits() == visits)
        try save([exit], as: "stopped")
        #expect(try bench.store.forget(before: .second(100)).events == 4)
        #expect(try bench.store.events().isEmpty)
    }

    @Test func `events of an evaluation that is not current are not forgotten`() throws {
        let bench = try StoreBench()
        let number = try bench.store.addEvaluation { add throws(GeofenceError) in
            try add(Self.event(.enter, 10))
            try add(Self.event(.exit, 20))
        }
        #expect(try bench.store.forget(before: .second(100)).events == 0)
        try bench.store.makeCurrent(number)
        #expect(try bench.store.events().count == 2)
        #expect(try bench.store.forget(before: .second(100)).events == 2)
    }

    @Test func `old fixes are removed and the state that watches and imports resume from stays`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home")), .upsert(StoreBench.circle("old"))])
        try bench.store.remove("old")
        let live = try ManagerBench(bench.other(), watch: "fleet")
        try live.manager.startListening(at: .second(0))
        live.manager.process([StoreBench.fix("dog"), StoreBench.fix("dog", at: StoreBench.elsewhere, second: 5)])
        live.manager.process([StoreBench.fix("dog", second: 3)])
        try live.manager.save()
        try Self.importFixes(bench, of: ["cat", "dog"], at: 0..<200)
        let before = try Self.contents(bench.store)
        #expect(try bench.store.forget(before: .second(150)).fixes == 300)
        let after = try Self.contents(bench.store)
        #expect(try bench.store.fixes().map(\.time).min() == .second(150))
        #expect(try bench.store.fixCount() == 100)
        for (table, rows) in before where !["fixes", "events"].contains(table) {
            #expect(after[table] == rows, "\(table)")
        }
        #expect(before["events"]?.count == 2 && after["events"]?.isEmpty == true)
        try live.manager.stopListening()
    }

    @Test func `fixes and events can be forgotten separately`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.visits(3))
        try Self.importFixes(bench, at: 0..<5)
        let fixes = try bench.store.forget([.fixes], before: .second(100))
        #expect((fixes.fixes, fixes.events) == (5, 0))
        #expect(try bench.store.events().count == 6)
        let events = try bench.store.forget([.events], before: .second(100))
        #expect((events.fixes, events.events) == (0, 6))
    }

    @Test func `an import after forgetting takes only new fixes, or all of them on request`() throws {
        let bench = try StoreBench()
        try Self.importFixes(bench, at: 0..<100)
        _ = try bench.store.forget(before: .second(50))
        let again = try Self.importFixes(bench, at: 0..<110, takesAll: false)
        #expect((again.imported, again.known, again.tooOld) == (10, 1, 99))
        #expect(try bench.store.fixCount() == 60)
        // Of a device whose newest fix was forgotten too, that one comes again.
        _ = try bench.store.forget(before: .second(500))
        #expect(try Self.importFixes(bench, at: 0..<110, takesAll: false).imported == 1)
        let all = try Self.importFixes(bench, at: 0..<110)
        #expect((all.imported, all.known) == (109, 1))
    }

    @Test func `a dry run counts what a real run would forget and changes nothing`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.visits(300) + [Self.event(.enter, 1, "d1", "g1")])
        try Self.importFixes(bench, of: ["cat", "dog"], at: 0..<200)
        let before = try Self.contents(bench.store)
        let counted = try bench.store.forget(before: .second(150), isDryRun: true)
        #expect(try Self.contents(bench.store) == before)
        #expect(counted.events > 100 && counted.fixes == 300)
        #expect(try bench.store.forget(before: .second(150)) == counted)
        let nothing = try bench.store.forget(before: .second(150), isDryRun: true)
        #expect((nothing.events, nothing.fixes, nothing.keptEvents) == (0, 0, counted.keptEvents))
    }

    @Test func `forgetting removes ten thousand rows at a time so that others can write in between`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.visits(13_000))
        try Self.importFixes(bench, of: ["cat", "cow", "dog"], at: 0..<8500)
        let other = try bench.other()
        var steps: [Int] = []
        var total = 0
        let result = try bench.store.forget(before: .second(1_000_000)) { so throws(GeofenceError) in
            steps.append(so.events + so.fixes - total)
            total = so.events + so.fixes
            try other.write(isPatient: false) { database in
                try database.execute(sql: "UPDATE store_state SET reconcile_requests = reconcile_requests + 1")
            }
        }
        #expect((result.events, result.fixes) == (26_000, 25_500))
        #expect(total == 51_500 && steps.count >= 6)
        #expect(steps.allSatisfy { $0 <= ForgetTurn.rows + 1 }, "\(steps)")
        #expect(try bench.store.notice().reconcileRequests == steps.count)
        #expect(try bench.store.fixCount() == 0 && bench.store.events().isEmpty)
    }

    @Test func `an interrupted call leaves complete visits and repeating it finishes the removal`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.visits(25_000) + [Self.event(.enter, 60_000, "d1", "g1")])
        try Self.importFixes(bench, of: ["cat", "dog"], at: 0..<12_000)
        var calls = 0
        while true {
            let error = failure {
                try bench.store.forget(before: .second(49_991)) { _ throws(GeofenceError) in throw Self.stop }
            }
            guard error != nil else { break }
            #expect(error?.message == "stopped")
            calls += 1
            #expect(try bench.store.read { try String.fetchOne($0, sql: "PRAGMA quick_check") } == "ok")
            let events = try bench.store.events()
            #expect(try bench.store.visits().count == events.count { $0.kind == .enter })
            #expect(events.count { $0.kind == .exit } == events.count { $0.kind == .enter } - 1)
        }
        #expect(calls >= 7)
        #expect(try bench.store.fixCount() == 0)
        // The visits that ended from then on, and the open one.
        let left = Self.visits(25_000).filter { $0.time >= .second(49_990) }
        #expect(try bench.store.events().map(\.id) == left.map(\.id) + [Self.event(.enter, 60_000, "d1", "g1").id])
    }

    @Test(arguments: ["raw", "balanced"])
    func `a resumed watch reports the same transitions with and without forgetting`(policy: String) throws {
        let rules = try #require(TransitionPolicy(name: policy))
        func day(forgetting: Bool) throws -> (told: [Transition], open: [Visit], visits: [Visit]) {
            let bench = try StoreBench()
            try bench.store.apply([.upsert(StoreBench.circle("home")), .upsert(StoreBench.circle("school"))])
            var told: [Transition] = []
            func run(_ seconds: Range<Int64>) throws {
                let live = try ManagerBench(bench.other(), watch: "fleet", policy: rules)
                try live.manager.startListening(at: .second(0))
                live.manager.process(
                    seconds.flatMap { second in
                        // The cat stays inside, the dog comes and goes.
                        let place = second / 50 % 2 == 0 ? StoreBench.home : StoreBench.elsewhere
                        return [
                            StoreBench.fix("cat", second: second), StoreBench.fix("dog", at: place, second: second),
                        ]
                    }
                )
                try live.manager.save()
                told += live.transitions()
                // Without a word, as a process that is killed.
                try live.manager.stopListening(isPatient: true)
            }
            try run(0..<320)
            if forgetting { #expect(try bench.store.forget(before: .second(320)).events > 0) }
            let open = try bench.store.visits().filter { $0.exit == nil }
            try run(320..<700)
            return (told, open, try bench.store.visits())
        }
        let (with, without) = (try day(forgetting: true), try day(forgetting: false))
        #expect(with.told.count > 12)
        #expect(with.told == without.told)
        #expect(!with.open.isEmpty && with.open == without.open)
        #expect(with.visits == without.visits.filter { $0.exited.map { $0 >= .second(320) } ?? true })
    }

    @Test(arguments: [
        GeofenceStore.devicesWithOldFixes, GeofenceStore.oldFixCount, GeofenceStore.removalOfFixes,
        GeofenceStore.geofencesWithOldEvents, GeofenceStore.oldEvents(ofOneDevice: false),
        GeofenceStore.geofencesWithOldEventsOfDevice, GeofenceStore.oldEvents(ofOneDevice: true),
        GeofenceStore.deviceEventCount, GeofenceStore.deviceEventRemoval,
    ])
    func `no query of forgetting scans all fixes or events`(sql: String) throws {
        let bench = try StoreBench()
        let plan = try bench.store.plan(sql) { _ in ["geofence": "home", "device": 1, "before": 0, "count": 1] }
        #expect(plan.contains { $0.hasPrefix("SEARCH") })
        #expect(!plan.contains { $0.wholeMatch(of: /SCAN (fixes|events|current_events)\b.*/) != nil }, "\(plan)")
    }
}
