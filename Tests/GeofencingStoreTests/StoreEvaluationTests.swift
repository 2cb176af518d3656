import Foundation
import Geofencing
import GeofencingStore
import TestSupport
import Testing

/// Events that a program finds in the imported fixes, and keeps.
@Suite struct StoreEvaluationTests {
    /// A store with a geofence around `home` and the way of a dog: in at 1 minute, out at 3 and in again at 5.
    private static func bench() throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let rows = [0, 1, 2, 3, 4, 5].map { minute in
            "dog,2026-01-01T00:0\(minute):00Z,\([1, 2, 5].contains(minute) ? 52.52 : 52.53),13.405"
        }
        try bench.folder.write(
            (["device,time,latitude,longitude"] + rows).joined(separator: "\n") + "\n",
            to: "dog.csv"
        )
        let history = HistoryImport(source: "tracker", now: .second(600))
        #expect(try history.run([bench.folder.url("dog.csv").path], into: bench.store).imported == 6)
        return bench
    }

    private static let raw = EventRules(policy: .raw)

    @Test func `the events are those of the file, and again the same`() throws {
        let bench = try Self.bench()
        let engine = try GeofenceEngine([StoreBench.circle("home")], rules: Self.raw)
        var ofFile: [Transition] = []
        let trace = TraceFile(path: bench.folder.url("dog.csv").path)
        let expected = try engine.evaluate([trace]) { ofFile.append($0) }
        #expect(ofFile.map(\.kind) == [.enter, .exit, .enter])
        for _ in 0..<2 {
            let evaluated = try bench.store.evaluate(rules: Self.raw)
            #expect(evaluated.counts == expected.counts)
            #expect(evaluated.engine.presence(of: "dog", in: "home") == .inside(since: .second(300)))
            #expect(try bench.store.events() == ofFile)
        }
        #expect(try bench.store.visits().map(\.exited) == [.second(180), nil])
    }

    @Test func `the events of the last evaluation are replaced, those of others are not`() throws {
        let bench = try Self.bench()
        let watched = try GeofenceEngine([StoreBench.circle("home")], rules: Self.raw)
        try bench.store.save(watched.process([StoreBench.fix("cat")]))
        try bench.store.evaluate(rules: Self.raw)
        #expect(try bench.store.events(EventQuery(device: "dog")).count == 3)
        try bench.store.evaluate(rules: Self.raw, since: .second(60), until: .second(180))
        #expect(try bench.store.events(EventQuery(device: "dog")).map(\.kind) == [.enter, .exit])
        #expect(try bench.store.events(EventQuery(device: "cat")).count == 1)
    }

    @Test func `an evaluation that fails leaves the events as they are`() throws {
        let bench = try Self.bench()
        try bench.store.evaluate(rules: Self.raw)
        let events = try bench.store.events()
        #expect(throws: CancellationError.self) { try bench.store.evaluate { _ in throw CancellationError() } }
        var rules = Self.raw
        rules.dwell = .seconds(-1)
        let refused = #expect(throws: GeofenceError.self) { try bench.store.evaluate(rules: rules) }
        #expect(refused?.code == .invalidRules)
        let reentry = #expect(throws: GeofenceError.self) {
            try bench.store.evaluate { _ in _ = try bench.store.fixCount() }
        }
        #expect(reentry?.code == .storeReentry)
        #expect(try bench.store.events() == events && events.count == 3)
    }

    @Test func `inactive geofences have no events`() throws {
        let bench = try Self.bench()
        var office = StoreBench.circle("a-office")
        office.isActive = false
        try bench.store.apply([.upsert(office)])
        try bench.store.evaluate(rules: Self.raw)
        #expect(try bench.store.events().map(\.geofence) == ["home", "home", "home"])
    }
}
