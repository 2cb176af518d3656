import Dispatch
import Foundation
import GRDB
import Geofencing
import Synchronization
import TestSupport
import Testing

@testable import GeofencingStore

/// Stores of the first version, which had no policies.
@Suite struct StoreUpgradeTests {
    /// A store as the first version made it, with a geofence, an event and a fix.
    private func old(_ bench: StoreBench, _ also: [(String, String, Int)] = []) throws -> String {
        let path = bench.folder.url("old.db").path
        let queue = try DatabaseQueue(path: path, configuration: GeofenceStore.configuration())
        try StoreSchema.migrator.migrate(queue, upTo: "1")
        let center = try RegionCoder().wellKnownBinary(of: StoreBench.circle("a").region)
        try queue.write { database in
            try database.execute(sql: "UPDATE store_state SET fence_revision = 7")
            try database.execute(
                sql: "INSERT INTO geofences VALUES ('a', NULL, ?, 200, 1, 1, 1, 7)",
                arguments: [Data(center)]
            )
            try database.execute(sql: "INSERT INTO devices (name) VALUES ('dog')")
            let events = [("watch", "ENTER", 1), ("evaluate", "ENTER", 2), ("evaluate", "EXIT", 3)]
            for (origin, event, time) in events + also {
                try database.execute(
                    sql: "INSERT INTO events VALUES (NULL, ?, ?, 1, 'a', ?, ?, 0, 0, 'movement')",
                    arguments: [origin, event, time, time]
                )
            }
        }
        try queue.close()
        return path
    }

    @Test func `an old store keeps its geofences and events when it is upgraded`() throws {
        let bench = try StoreBench()
        let store = try GeofenceStore(path: try old(bench))
        #expect(try store.savedGeofences().map(\.geofence) == [StoreBench.circle("a")])
        #expect(try store.savedGeofence("a")?.revision == 7)
        var kinds: [Transition.Kind] = []
        try store.events { kinds.append($0.kind) }
        #expect(kinds == [.enter, .enter, .exit])
        // The events of its last evaluation are replaced by those of the next.
        try store.replaceEvaluation { _ throws(GeofenceError) in }
        kinds = []
        try store.events { kinds.append($0.kind) }
        #expect(kinds == [.enter])
        #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test func `events of an old store get identifiers so that duplicates are stored once`() throws {
        let bench = try StoreBench()
        let path = try old(bench, [("watch", "EXIT", 3), ("evaluate", "ENTER", 1)])
        let store = try GeofenceStore(path: path)
        var events: [String] = []
        try store.events { events.append("\($0.kind.rawValue) \($0.time)") }
        #expect(events == ["ENTER 1", "ENTER 2", "EXIT 3"])
        var visits: [String] = []
        try store.visits { visits.append("\($0.entered) \($0.exited.map { "\($0)" } ?? "-")") }
        #expect(visits == ["2 3", "1 3"])
        // Each is of the visit of the ENTER before it.
        var starts: [Timestamp?] = []
        try store.events { starts.append($0.visitStart) }
        #expect(starts.map { $0?.unixMilliseconds } == [1, 2, 2])
        // An event that is told now is known too.
        let time = Timestamp(unixMilliseconds: 3)
        try store.save([
            Transition(
                kind: .exit,
                device: "dog",
                geofence: "a",
                time: time,
                decidedTime: time,
                coordinate: StoreBench.home,
                cause: .movement
            )
        ])
        #expect(try store.events().count == 3)
    }

    @Test func `policies with all thresholds and dwell round-trip unchanged`() throws {
        var strict = BalancedPolicy()
        strict.arrivalAccuracy = .meters(1.0 / 3)
        strict.exitBuffer = .meters(0)
        strict.accuracyFactor = 1.7
        strict.accuracyLimit = .meters(12.5)
        strict.exitFixes = 9
        strict.exitSpan = .milliseconds(1234)
        strict.exitAfter = .seconds(77)
        strict.farDistance = .meters(1e6)
        strict.unknownAccuracy = .meters(3)
        var likely = ProbabilityPolicy()
        likely.enter = 0.9
        likely.exit = 0.1
        likely.unknownAccuracy = .meters(0.1)
        let policies: [TransitionPolicy?] = [
            nil, .raw, .balanced(), .balanced(strict), .probability(), .probability(likely),
        ]
        var fences = policies.enumerated().map { number, policy in
            var fence = StoreBench.circle(Geofence.ID("f\(number)"))
            fence.policy = policy
            fence.dwell = number == 3 ? .milliseconds(1500) : nil
            return fence
        }
        let bench = try StoreBench()
        try bench.store.replaceAll(with: fences)
        #expect(try bench.other().savedGeofences().map(\.geofence) == fences)
        // A threshold alone is a change, which a listener follows.
        strict.exitFixes = 8
        fences[3].policy = .balanced(strict)
        let revision = try bench.store.changes(since: 0).revision
        #expect(try bench.store.replaceAll(with: fences).changed == 1)
        #expect(try bench.store.changes(since: revision).changed.map(\.geofence) == [fences[3]])
        #expect(try bench.store.savedGeofences().map(\.addedRevision) == Array(repeating: 1, count: 6))
    }

    @Test func `a changed policy counts as drifted until it is registered`() throws {
        let bench = try StoreBench()
        let live = try ManagerBench(bench.store)
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        try live.manager.startListening(at: Timestamp(unixMilliseconds: 0))
        var fence = StoreBench.circle("a")
        fence.policy = .balanced()
        // The manager looks by itself too, but not while something else goes on.
        try live.manager.whileIdle { _ in
            try bench.other().apply([.upsert(fence)])
            #expect(try bench.store.healthStatus().drifted == ["a"])
        }
        live.manager.look()
        #expect(try bench.store.healthStatus().isHealthy)
        #expect(live.engine.geofence("a")?.policy == .balanced())
        try live.manager.stopListening()
    }

    @Test func `an evaluation appears as a whole, lets others write and leaves nothing if it fails`() throws {
        let bench = try StoreBench()
        let other = try bench.other()
        func events() throws -> Int {
            var count = 0
            try other.events { _ in count += 1 }
            return count
        }
        func transition(_ number: Int) -> Transition {
            Transition(
                kind: .enter,
                device: "dog",
                geofence: "a",
                time: Timestamp(unixMilliseconds: Int64(number)),
                decidedTime: Timestamp(unixMilliseconds: Int64(number)),
                coordinate: StoreBench.home,
                cause: .movement
            )
        }
        try bench.store.replaceEvaluation { save throws(GeofenceError) in
            for number in 0..<25_000 { try save(transition(number)) }
            // Two thirds are written, none counts, and nobody is kept from writing.
            #expect((try? events()) == 0)
            try other.apply([.upsert(StoreBench.circle("b"))])
        }
        #expect(try events() == 25_000)
        #expect(throws: GeofenceError.self) {
            try bench.store.replaceEvaluation { save throws(GeofenceError) in
                for number in 0..<15_000 { try save(transition(number)) }
                throw GeofenceError(.inputOutput, "the disk is full", recovery: "Free some space.")
            }
        }
        #expect(try events() == 25_000)
        #expect(try bench.store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM events") } == 25_000)
        // One that ends after a later one has nothing to say.
        #expect(throws: GeofenceError.self) {
            try bench.store.replaceEvaluation { save throws(GeofenceError) in
                try save(transition(1))
                try other.replaceEvaluation { save throws(GeofenceError) in
                    for number in 0..<3 { try save(transition(number)) }
                }
            }
        }
        #expect(try events() == 3)
    }

    @Test func `the file marks of a version 8 watch are kept without the file contents`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("eighth.db").path
        let queue = try DatabaseQueue(path: path, configuration: GeofenceStore.configuration())
        try StoreSchema.migrator.migrate(queue, upTo: "8")
        let (head, end) = (Array("device,time\ndog,1\n".utf8), Array("EXIT,dog\n".utf8))
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO watches (name, input, input_head, input_bytes, output_bytes, output_end)
                    VALUES ('file', 't.csv', ?, 20, 30, ?), ('pipe', NULL, NULL, 0, 0, NULL)
                    """,
                arguments: [Data(head), Data(end)]
            )
        }
        try queue.close()
        let store = try GeofenceStore(path: path)
        let file = try #require(try store.progress(ofWatch: "file"))
        #expect((file.inputHead, file.outputEnd) == (ContentFingerprint(of: head), ContentFingerprint(of: end)))
        let pipe = try #require(try store.progress(ofWatch: "pipe"))
        #expect((pipe.inputHead, pipe.outputEnd) == (ContentFingerprint(), ContentFingerprint()))
        #expect(try !ForgetTests.contents(store)["watches", default: []].contains { $0.contains("dog") })
    }

    @Test func `file marks that a version 8 watch writes to a current store are understood`() throws {
        let bench = try StoreBench()
        // Sixteen bytes are as many as a mark has.
        let (head, end) = (Array("device,time\ndog,1\n".utf8), Array("EXIT,dog,school\n".utf8))
        try bench.store.write { database in
            try database.execute(
                sql: """
                    INSERT INTO watches (name, input, input_head, input_bytes, output_bytes, output_end)
                    VALUES ('file', 't.csv', ?, 20, 30, ?)
                    """,
                arguments: [Data(head), Data(end)]
            )
        }
        let file = try #require(try bench.store.progress(ofWatch: "file"))
        #expect((file.inputHead, file.outputEnd) == (ContentFingerprint(of: head), ContentFingerprint(of: end)))
    }

    @Test func `upgrading a version 9 store assigns its EXITs to their visits`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("ninth.db").path
        let queue = try DatabaseQueue(path: path, configuration: GeofenceStore.configuration())
        try StoreSchema.migrator.migrate(queue, upTo: "9")
        try queue.write { database in
            try database.execute(sql: "INSERT INTO devices (name) VALUES ('dog')")
            // Of a geofence the end of the first visit and the beginning of the second were muted.
            for (geofence, event, time, visit) in [
                ("a", "ENTER", 1, 1), ("a", "EXIT", 4, 3), ("b", "ENTER", 1, 1), ("b", "EXIT", 2, 1),
            ] {
                try database.execute(
                    sql: """
                        INSERT INTO events (
                            origin, event, device, geofence, ts_unix_ms, decided_unix_ms, latitude, longitude, cause, visit_unix_ms
                        )
                        VALUES ('watch', ?, 1, ?, ?, ?, 0, 0, 'movement', ?)
                        """,
                    arguments: [event, geofence, time, time, visit]
                )
            }
        }
        try queue.close()
        let visits = try GeofenceStore(path: path).visits()
        #expect(visits.map(\.geofence) == ["b", "a"])
        #expect(visits.map { $0.exited?.unixMilliseconds } == [2, nil])
    }

    @Test func `several connections can upgrade a version 9 store at once`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("ninth.db").path
        let queue = try DatabaseQueue(path: path, configuration: GeofenceStore.configuration())
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try StoreSchema.migrator.migrate(queue, upTo: "9")
        let failures = Mutex<[any Error]>([])
        let openings = DispatchGroup()
        // While none can write, all find that the tenth migration is missing.
        try queue.write { _ in
            for _ in 0..<4 {
                openings.enter()
                Thread.detachNewThread {
                    defer { openings.leave() }
                    do { _ = try GeofenceStore(path: path) } catch { failures.withLock { $0.append(error) } }
                }
            }
            Thread.sleep(forTimeInterval: 0.3)
        }
        openings.wait()
        failures.withLock { #expect($0.isEmpty) }
    }
}
