import Foundation
import Geofencing
import GeofencingStore
import Synchronization
import TestSupport
import Testing

/// The Swift in the comments of the store's declarations, with what surrounds it, and that of its catalog.
@Suite struct DocumentationTests {
    @Test func `the Swift in every comment is compiled here`() throws {
        let (places, count) = try DocumentationSnippets.uncompiled(of: "GeofencingStore", in: #filePath)
        #expect(places.isEmpty)
        #expect(count == 4)
    }

    @Test func `every public type is on the catalog's landing page`() throws {
        #expect(try DocumentationCatalog.unlistedTypes(of: "GeofencingStore") == [])
    }

    @Test func `every snippet in the article comes from the program that is compiled and run`() throws {
        let (snippets, count) = try DocumentationCatalog.unquoted(
            of: "Sources/GeofencingStore/GeofencingStore.docc/GettingStarted.md",
            in: "Tests/GeofencingStoreTests/SavedGeofencesTests.swift"
        )
        #expect(snippets == [])
        #expect(count == 10)
    }

    @Test func `a manager uses the saved geofences`() throws {
        let bench = try StoreBench()
        let store = bench.store
        try store.apply([.upsert(StoreBench.circle("home"))])
        let engine = try GeofenceEngine(policy: .raw)
        let now = Timestamp(unixMilliseconds: 0)
        let fixes = [StoreBench.fix("dog")]
        let sent = Sent()
        @Sendable func send(_ transitions: [Transition]) { sent.add(transitions) }
        let manager = GeofenceManager(store: store, engine: engine) { transitions in send(transitions) }
        try manager.startListening(at: now)  // registers what is saved, and follows every change from now on
        manager.process(fixes)
        try manager.stopListening()
        #expect(sent.names == ["ENTER dog home"])
    }

    @Test func `of several fixes at one time the most accurate decides, as in a file`() throws {
        // At each time the coarse fix, which is inside, comes first by place.
        let rows = (0..<3).flatMap { minute in
            ["52.52,13.405,90", "52.53,13.405,5"].map { "dog,2025-12-31T23:0\(minute):00Z,\($0)" }
        }
        let text = (["device,time,latitude,longitude,accuracy"] + rows).joined(separator: "\n") + "\n"
        let bench = try StoreBench()
        try bench.folder.write(text, to: "dog.csv")
        let store = bench.store
        _ = try HistoryImport(source: "tracker", now: .second(0)).run([bench.folder.url("dog.csv").path], into: store)
        let plain = try GeofenceEngine([StoreBench.circle("home")])
        #expect(try plain.process(store.fixes()).map(\.kind) == [.enter])

        let engine = try GeofenceEngine([StoreBench.circle("home")])
        var transitions: [Transition] = []
        var reorderer = FixReorderer(maximumLateness: .seconds(1), rules: engine.rules)
        try store.fixes { fixes in
            for fix in fixes { transitions += engine.process(reorderer.add(fix)) }
        }
        transitions += engine.process(reorderer.flush())

        var ofFile: [Transition] = []
        let file = try GeofenceEngine([StoreBench.circle("home")])
        try file.evaluate([TraceFile(contents: text.utf8, name: "dog")]) { ofFile.append($0) }
        #expect(transitions == ofFile && transitions.isEmpty)
    }

    @Test func `an evaluation of the imported fixes says how many it used`() throws {
        let bench = try StoreBench()
        try bench.folder.write("device,time,latitude,longitude\ndog,2026-01-01T00:01:00Z,52.5,13.4\n", to: "dog.csv")
        let store = bench.store
        _ = try HistoryImport(source: "tracker", now: .second(60)).run([bench.folder.url("dog.csv").path], into: store)
        let lines = SharedLines()
        func print(_ line: String) { lines.add(line) }

        let evaluated = try store.evaluate(rules: EventRules(policy: .raw))
        print("\(evaluated.counts.used) fixes used")
        #expect(lines.all == ["1 fixes used"])
    }

    struct ShownGeofences: RegionRegistry {
        let engine: GeofenceEngine
        let show: @Sendable ([GeofenceChange]) -> Void

        var registeredGeofences: [Geofence] { engine.registeredGeofences }

        func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition] {
            let transitions = try engine.apply(changes)
            show(changes)
            return transitions
        }
    }

    @Test func `a registry that hands on to the engine hears of each change`() throws {
        let store = try StoreBench().store
        let shown = Shown()
        let engine = try GeofenceEngine()
        let registry = ShownGeofences(engine: engine) { shown.add($0) }
        let manager = GeofenceManager(store: store, engine: engine, registry: registry) { _ in }
        var home = StoreBench.circle("home")
        try store.upsert(home)
        try manager.ensureRegionsRegistered()
        #expect(shown.taken() == [.upsert(home)])
        home.name = "Home"
        try store.upsert(home)
        try manager.ensureRegionsRegistered()
        #expect(shown.taken() == [.upsert(home)] && engine.geofence("home")?.name == "Home")
        home.isActive = false
        try store.upsert(home)
        try manager.ensureRegionsRegistered()
        #expect(shown.taken() == [.remove("home")])
        home.name = nil
        try store.upsert(home)
        try manager.ensureRegionsRegistered()
        #expect(shown.taken().isEmpty)
    }

    private final class Shown: Sendable {
        private let changes = Mutex<[GeofenceChange]>([])
        func add(_ more: [GeofenceChange]) { changes.withLock { $0 += more } }
        func taken() -> [GeofenceChange] {
            changes.withLock { changes in
                defer { changes = [] }
                return changes
            }
        }
    }

    private final class Sent: Sendable {
        private let transitions = Mutex<[Transition]>([])
        func add(_ more: [Transition]) { transitions.withLock { $0 += more } }
        var names: [String] {
            transitions.withLock { $0.map { "\($0.kind.rawValue) \($0.device) \($0.geofence)" } }
        }
    }
}
