import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Geofencing
@testable import GeofencingStore

/// Forgetting all of a device, or only what is old of it.
@Suite struct ForgetDeviceTests {
    /// A store whose watch, imports, evaluation and reports know the dog and the cat; both are at home.
    private func filled() throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let live = try Self.started(bench)
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, second: 10) })
        // Known already.
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, second: 5) })
        try live.manager.stopListening()
        try ForgetTests.importFixes(bench, of: ["cat", "dog"], at: 0..<20)
        try bench.store.replaceEvaluation { add throws(GeofenceError) in
            for device in ["cat", "dog"] as [DeviceID] {
                try add(ForgetTests.event(.enter, 1, device))
                try add(ForgetTests.event(.exit, 3, device))
            }
        }
        for device in ["cat", "dog"] as [DeviceID] {
            try bench.store.save(StoreBench.report(device, .authorizedAlways, at: .second(1)))
        }
        return bench
    }

    private static func started(_ bench: StoreBench, policy: TransitionPolicy = .raw) throws -> ManagerBench {
        let live = try ManagerBench(bench.other(), watch: "fleet", policy: policy)
        try live.manager.startListening(at: .second(0))
        return live
    }

    /// The rows of each table that are of a device.
    private static func rows(of device: String, _ store: GeofenceStore) throws -> [String: Int] {
        try store.read { database in
            var counts: [String: Int] = [:]
            for table in ["fixes", "events", "import_anchors"] {
                counts[table] = try Int.fetchOne(
                    database,
                    sql: "SELECT COUNT(*) FROM \(table) WHERE device = (SELECT id FROM devices WHERE name = ?)",
                    arguments: [device]
                )
            }
            for (table, column) in [("devices", "name"), ("watch_devices", "device"), ("watch_rejects", "device")] {
                counts[table] = try Int.fetchOne(
                    database,
                    sql: "SELECT COUNT(*) FROM \(table) WHERE \(column) = ?",
                    arguments: [device]
                )
            }
            return counts
        }
    }

    @Test func `forgetting a device removes all its data and none of any other device`() throws {
        let bench = try filled()
        let (cat, dog) = (try Self.rows(of: "cat", bench.store), try Self.rows(of: "dog", bench.store))
        #expect(dog.count == 6 && dog.values.allSatisfy { $0 > 0 }, "\(dog)")
        let before = try ForgetTests.contents(bench.store)
        let counted = try bench.store.forget(devices: ["dog"], isDryRun: true)
        #expect(try ForgetTests.contents(bench.store) == before)
        #expect((counted.devices, counted.fixes, counted.events) == (1, 20, 3))
        #expect(try bench.store.forget(devices: ["dog", "dog"]) == counted)
        #expect(try Self.rows(of: "dog", bench.store).values.allSatisfy { $0 == 0 })
        #expect(try Self.rows(of: "cat", bench.store) == cat)
        // Nothing is left under its number either, or in words.
        let after = try ForgetTests.contents(bench.store)
        for (table, rows) in after where table != "store_state" {
            #expect(rows.allSatisfy { !$0.contains("dog") }, "\(table)")
            #expect(rows.allSatisfy(Set(before[table] ?? []).contains), "\(table)")
        }
        #expect(try bench.store.fixCount() == 20)
        #expect(try bench.store.events().count == 3 && bench.store.deviceReports().map(\.device) == ["cat"])
        #expect(try bench.store.knownDevices() == ["cat"])
        #expect(try bench.store.health().rejects.map(\.device) == ["cat"])
    }

    @Test func `forgetting fails for all devices when one is unknown`() throws {
        let bench = try filled()
        let before = try ForgetTests.contents(bench.store)
        for error in [
            failure { _ = try bench.store.forget(devices: ["dog", "cow"]) },
            failure { _ = try bench.store.forget(devices: ["dog", "cow\0"]) },
            failure { _ = try bench.store.forget(of: ["cow", "dog"], before: .second(100)) },
        ] {
            #expect(error?.code == .unknownDevice)
            #expect(error?.message.contains("\"cow") == true)
        }
        #expect(try ForgetTests.contents(bench.store) == before)
    }

    @Test func `with a time limit, only older data of the named devices is removed`() throws {
        let bench = try filled()
        let cat = try Self.rows(of: "cat", bench.store)
        let counted = try bench.store.forget(of: ["dog"], before: .second(8), isDryRun: true)
        #expect((counted.devices, counted.fixes, counted.events) == (0, 8, 2))
        #expect(try bench.store.forget(of: ["dog"], before: .second(8)) == counted)
        #expect(try Self.rows(of: "cat", bench.store) == cat)
        #expect(try bench.store.fixes(of: "dog").map(\.time).min() == .second(8))
        // The visit that the watch knows is open.
        #expect(try bench.store.events(EventQuery(device: "dog")).map(\.time) == [.second(10)])
        let fixes = try bench.store.forget([.fixes], of: ["dog", "cat"], before: .second(100))
        #expect((fixes.fixes, fixes.events) == (12 + 20, 0))
    }

    @Test(arguments: ["raw", "balanced"])
    func `a running watch drops a forgotten device and starts over with its next fix`(name: String) throws {
        let bench = try StoreBench()
        let policy = try #require(TransitionPolicy(name: name))
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let live = try Self.started(bench, policy: policy)
        func fixes(_ seconds: ClosedRange<Int64>) {
            live.manager.process(
                seconds.flatMap { second in ["cat", "dog"].map { StoreBench.fix($0, second: second) } }
            )
        }
        fixes(1...200)
        #expect(live.events() == ["ENTER cat home initial", "ENTER dog home initial"])
        try live.manager.save()
        _ = try bench.store.forget(devices: ["dog"])
        live.manager.look()
        try live.manager.save()
        #expect(try bench.store.knownDevices() == ["cat"])
        #expect(live.engine.lastFix(of: "dog") == nil && live.engine.devices(in: "home") == ["cat"])
        // Its visit has no EXIT.
        try bench.store.apply([.remove("home"), .upsert(StoreBench.circle("yard"))])
        live.manager.look()
        #expect(live.events() == ["EXIT cat home fence_removed", "ENTER cat yard fence_added"])
        // What was late before is not late for a new device.
        live.manager.process((1...200).map { StoreBench.fix("dog", second: $0) })
        #expect(live.events() == ["ENTER dog yard initial"])
        try live.manager.save()
        #expect(try bench.store.events(EventQuery(device: "dog")).map(\.geofence) == ["yard"])
        try live.manager.stopListening()
        let next = try Self.started(bench, policy: policy)
        #expect(next.events() == [])
        try bench.store.remove("yard")
        next.manager.look()
        #expect(next.events() == ["EXIT cat yard fence_removed", "EXIT dog yard fence_removed"])
        try next.manager.stopListening()
    }

    @Test func `a watch that continues with another engine knows only devices that were not forgotten`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let live = try Self.started(bench, policy: .raw)
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, second: 1) })
        try live.manager.save()
        _ = try bench.store.forget(devices: ["dog"])
        live.manager.look()
        #expect(live.engine.devices == ["cat", "dog"])
        try live.manager.stopListening()
        let next = try Self.started(bench, policy: .raw)
        #expect(next.engine.devices == ["cat"])
        try next.manager.stopListening()
    }

    @Test func `unsaved watch data of a forgotten device is never saved`() throws {
        let bench = try filled()
        let live = try Self.started(bench)
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, at: StoreBench.elsewhere, second: 20) })
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, second: 15) })
        #expect(live.events() == ["EXIT cat home movement", "EXIT dog home movement"])
        _ = try bench.store.forget(devices: ["dog"])
        // Before it looks.
        try live.manager.save()
        #expect(try Self.rows(of: "dog", bench.store).values.allSatisfy { $0 == 0 })
        #expect(try bench.store.events(EventQuery(device: "cat")).count == 4)
        // A device that was never saved is not taken for a forgotten one.
        live.manager.process([StoreBench.fix("cow", second: 20)])
        _ = try bench.store.forget(devices: ["cat"])
        try live.manager.stopListening()
        #expect(try bench.store.knownDevices() == ["cow"])
        #expect(try bench.store.events().map(\.device) == ["cow"])
    }

    @Test func `a forgotten device that has come again is not forgotten with the next one`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let live = try Self.started(bench)
        live.manager.process(["cat", "dog"].map { StoreBench.fix($0, second: 1) })
        try live.manager.save()
        live.manager.process([StoreBench.fix("dog", second: 2)])
        _ = try bench.store.forget(devices: ["dog"])
        live.manager.look()
        // Nothing of it is left to be saved.
        #expect(live.manager.state.withLock { $0.unsaved?.isEmpty } == true)
        live.manager.process([StoreBench.fix("dog", second: 3)])
        _ = try bench.store.forget(devices: ["cat"])
        live.manager.look()
        #expect(live.engine.devices(in: "home") == ["dog"])
        try live.manager.stopListening()
    }

    @Test func `a forgotten device is known again once it is saved again`() throws {
        let bench = try filled()
        let live = try Self.started(bench)
        for second in [20, 30] as [Int64] {
            _ = try bench.store.forget(devices: ["dog"])
            live.manager.look()
            live.manager.process([StoreBench.fix("dog", second: second)])
            #expect(live.events() == ["ENTER dog home initial"])
            try live.manager.save()
            #expect(try bench.store.events(EventQuery(device: "dog")).map(\.time) == [.second(second)])
        }
        try live.manager.stopListening()
    }

    @Test func `repeating an interrupted call finishes the removal of the devices`() throws {
        let bench = try filled()
        try bench.store.save(
            (0..<12_000).flatMap { second in
                [
                    ForgetTests.event(.enter, 2 * second, "dog", "g"),
                    ForgetTests.event(.exit, 2 * second + 1, "dog", "g"),
                ]
            }
        )
        try ForgetTests.importFixes(bench, of: ["cow", "dog"], at: 0..<12_000)
        var calls = 0
        while true {
            let error = failure {
                try bench.store.forget(devices: ["cow", "dog"]) { _ throws(GeofenceError) in throw ForgetTests.stop }
            }
            guard error != nil else { break }
            #expect(error?.message == "stopped")
            // Of each visit that is left the ENTER is there.
            let events = try bench.store.events(EventQuery(device: "dog", geofence: "g"))
            #expect(events.indices.allSatisfy { events[$0].kind == ($0 % 2 == 0 ? .enter : .exit) })
            calls += 1
        }
        #expect(calls >= 5)
        #expect(try bench.store.knownDevices() == ["cat"])
        #expect(try bench.store.fixCount() == 20)
    }

    @Test func `a running import does not reuse the number of a forgotten device`() throws {
        let bench = try filled()
        let registry = DeviceRegistry()
        let (cow, dog) = (registry.slot(for: "cow"), registry.slot(for: "dog"))
        var devices = StoredDevices()
        func number(of slot: UInt32) throws -> Int64 {
            try bench.store.write { database in
                try devices.dropForgotten(database)
                return try devices.number(of: slot, registry, database)
            }
        }
        let first = try number(of: dog)
        #expect(try number(of: dog) == first)
        _ = try bench.store.forget(devices: ["dog"])
        #expect(devices.count == 1)
        #expect(try number(of: cow) == first)
        #expect(try number(of: dog) != first)
        #expect(devices.count == 2)
    }

    @Test func `a running evaluation does not bring back a forgotten device`() throws {
        let bench = try filled()
        let before = try bench.store.events(EventQuery(device: "cat"))
        let forgettings = try bench.store.forgettings()
        let other = try bench.other()
        let error = failure {
            _ = try bench.store.addEvaluation(after: forgettings) { add throws(GeofenceError) in
                _ = try other.forget(devices: ["dog"])
                try add(ForgetTests.event(.enter, 10))
            }
        }
        #expect(error?.code == .storeBusy)
        #expect(error?.message == "devices were forgotten while the store was being evaluated")
        #expect(try bench.store.knownDevices() == ["cat"])
        #expect(try bench.store.events() == before)
    }

    @Test(
        arguments: DeviceTable.allCases.map(\.removal) + [
            DeviceTable.isKnown, GeofenceStore.allowance, GeofenceStore.reports,
        ]
    )
    func `no query of a write or a look, or for a single name, scans a table`(sql: String) throws {
        let bench = try StoreBench()
        let plan = try bench.store.plan(sql) { _ in ["device": "dog", "always": "authorized_always"] }
        #expect(plan.contains { $0.hasPrefix("SEARCH") })
        #expect(!plan.contains { $0.wholeMatch(of: /SCAN (?!known|CONSTANT).*/) != nil }, "\(plan)")
    }
}

extension GeofenceStore {
    /// The names of all devices of which the store has something, in ascending order.
    fileprivate func knownDevices() throws(GeofenceError) -> [DeviceID] {
        var names: Set<String> = []
        try forEach(.devices) { names.insert($0) }
        return names.sorted().map { DeviceID($0) }
    }
}
