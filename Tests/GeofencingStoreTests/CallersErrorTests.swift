import Foundation
import GRDB
import Geofencing
import GeofencingStore
import TestSupport
import Testing

/// Closures that a caller gives to the store may throw the caller's own errors.
@Suite struct CallersErrorTests {
    /// A store with a geofence, two events and a fix.
    private static func bench() throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let engine = try GeofenceEngine([StoreBench.circle("home")], policy: .raw)
        let fixes = [StoreBench.fix("dog"), StoreBench.fix("dog", at: StoreBench.elsewhere, second: 60)]
        try bench.store.save(engine.process(fixes))
        try bench.folder.write("device,time,latitude,longitude\ndog,2026-01-01T00:01:00Z,52.5,13.4\n", to: "trace.csv")
        try bench.folder.write("device,time,latitude,longitude\ndog,never,52.5,13.4\n", to: "bad.csv")
        let history = HistoryImport(source: "tracker", now: .second(60))
        #expect(try history.run([bench.folder.url("trace.csv").path], into: bench.store).imported == 1)
        return bench
    }

    private static let other = HistoryImport(source: "other", now: .second(60))

    private static func file(_ name: String, beside store: GeofenceStore) -> String {
        URL(filePath: store.path).deletingLastPathComponent().appending(path: name).path
    }

    /// Each call of a store that takes a closure, with one that throws.
    private static let calls: [(name: String, call: @Sendable (GeofenceStore, any Error) throws -> Void)] = [
        ("events", { store, error in try store.events { _ in throw error } }),
        ("visits", { store, error in try store.visits { _ in throw error } }),
        ("fixes", { store, error in try store.fixes { _ in throw error } }),
        ("evaluate", { store, error in _ = try store.evaluate { _ in throw error } }),
        ("update", { store, error in try store.update("home") { _ in throw error } }),
        (
            "import",
            { store, error in
                _ = try other.run([file("trace.csv", beside: store)], into: store) { _ in throw error }
            }
        ),
        (
            "import, rejecting",
            { store, error in
                let trace = file("bad.csv", beside: store)
                _ = try other.run([trace], into: store, rejecting: { _ in throw error })
            }
        ),
    ]

    @Test func `an error thrown by a closure ends the call and is rethrown unchanged`() throws {
        let bench = try Self.bench()
        for (name, call) in Self.calls {
            #expect(throws: CallersError(number: 7), "\(name)") { try call(bench.store, CallersError(number: 7)) }
            #expect(throws: CancellationError.self, "\(name)") { try call(bench.store, CancellationError()) }
        }
        #expect(try bench.store.savedGeofences().map(\.geofence) == [StoreBench.circle("home")])
    }

    @Test func `a closure's own database or store error is rethrown unchanged`() throws {
        let bench = try Self.bench()
        let full = DatabaseError(resultCode: .SQLITE_FULL, message: "another database")
        let damaged = GeofenceError(.invalidStore, "another store is damaged", recovery: "Restore it.")
        for (name, call) in Self.calls {
            let rethrown = #expect(throws: DatabaseError.self, "\(name)") { try call(bench.store, full) }
            #expect(rethrown?.message == "another database", "\(name)")
            #expect(throws: damaged, "\(name)") { try call(bench.store, damaged) }
        }
    }

    @Test func `a throwing closure is called once and the store stays usable`() throws {
        let bench = try Self.bench()
        var called = 0
        #expect(throws: CallersError.self) {
            try bench.store.events { _ in
                called += 1
                throw CallersError(number: called)
            }
        }
        #expect(called == 1)
        try bench.store.events { _ in called += 1 }
        #expect(called == 3)
    }

    @Test func `an update whose closure throws saves nothing`() throws {
        let bench = try StoreBench()
        #expect(throws: CallersError(number: 1)) {
            try bench.store.update("home") { saved in
                #expect(saved == nil)
                throw CallersError(number: 1)
            }
        }
        #expect(try bench.store.savedGeofences().isEmpty)
    }
}
