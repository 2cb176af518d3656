import Foundation
import GRDB
import Geofencing
import Synchronization
import TestSupport
import Testing

@testable import GeofencingStore

/// A store that another process writes to for longer than others wait: this test is that process.
@Suite struct LockedStoreTests {
    @Test func `a writer that times out changes nothing and a watch saves its events later`()
        async throws
    {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a", at: Coordinate(latitude: 1, longitude: 1)))])
        let watch = try LiveGeofence(["watch", "--store", "s.db", "--policy", "raw", "--quiet"], in: bench.folder)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1000,1,1\n")
        _ = try watch.line()
        try #require(try await bench.isHealthy(watch))
        let lock = try HeldLock(bench.store)
        let add = try await GeofenceProcess.shell(
            "geofence fences add b --latitude 1 --longitude 1 --radius 5 --store s.db",
            in: bench.folder
        )
        #expect(add.status == 74)
        #expect(add.errorOutput.contains("more than 5 s"), "\(add.errorOutput)")
        #expect(add.errorOutput.contains("nothing was changed"))
        // Readers do not wait.
        let list = try await GeofenceProcess.shell("geofence fences list --store s.db", in: bench.folder)
        #expect(list.lines.count == 2)
        // The watch tells its events while it cannot keep them, and says so once that lasts.
        for second in 2..<100 { try watch.send("dog,\(second)000,\(second % 2 == 0 ? 5 : 1),1\n") }
        for _ in 2..<100 { #expect(try watch.line() != nil) }
        #expect(try await watch.waitForError("not saved in the store yet: other writers have kept the store busy"))
        try lock.release()
        #expect(try await watch.waitForError("the store accepts events again; none is missing"))
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        #expect(try bench.store.events().count == 99)
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == ["a"])
    }

    @Test func `a save of a watch asks for the states of devices only once it can write them`() throws {
        let bench = try StoreBench()
        let lock = try HeldLock(bench.store)
        var count = 0
        func states() -> [WatchedDevice] {
            count += 1
            return []
        }
        func save() throws {
            try bench.store.save(nil, ofWatch: "w", devices: states(), transitions: [], rejects: [], isPatient: false)
        }
        #expect(failure(save)?.code == .storeBusy)
        #expect(count == 0)
        try lock.release()
        try save()
        #expect(count == 1)
    }

    @Test func `a connection waits for its time limit, counted from the first attempt`() {
        let handler = BusyHandler(limit: .zero)
        #expect(!handler.wait(0))
        handler.limit(to: .seconds(600))
        for attempt in 0..<3 { #expect(handler.wait(attempt)) }
        handler.limit(to: .zero)
        #expect(!handler.wait(3))
    }

    @Test func `an import lets others write in between and stores each fix once`() async throws {
        let bench = try StoreBench()
        var text = "device,ts_unix_ms,latitude,longitude\n"
        for row in 0..<600_000 { text += "d\(row % 500),\(1_700_000_000_000 + row),52,13\n" }
        try bench.folder.write(text, to: "trace.csv")
        let (path, other, end) = (bench.folder.url("trace.csv").path, try bench.other(), End())
        async let importing = {
            defer { end.isThere.store(true, ordering: .releasing) }
            var history = HistoryImport(source: "t", now: Timestamp(unixMilliseconds: 1_800_000_000_000))
            history.takesAll = true
            return try history.run([path], into: bench.store)
        }()
        // Impatient, as a watch is: what fails now is tried again.
        var kept = 0
        while !end.isThere.load(ordering: .acquiring) {
            do {
                try other.write(isPatient: false) { database in
                    try database.execute(sql: "UPDATE store_state SET reconcile_requests = reconcile_requests + 1")
                }
                kept += 1
            } catch {
                #expect(error.code == .storeBusy)
            }
            await Task.yield()
        }
        let result = try await importing
        #expect((result.imported, result.known) == (600_000, 0))
        #expect(kept > 0)
        #expect(try other.notice().reconcileRequests == kept)
        #expect(try other.fixCount() == 600_000)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a watch ended by a signal while another process writes reports unsaved events`(signal: Int32)
        async throws
    {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a", at: Coordinate(latitude: 1, longitude: 1)))])
        let watch = try LiveGeofence(
            ["watch", "--store", "s.db", "--policy", "raw", "--rejects", "r.ndjson"],
            in: bench.folder
        )
        try #require(try await bench.isHealthy(watch))
        let lock = try HeldLock(bench.store)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1000,1,1\n")
        #expect(try watch.line() != nil)
        watch.signal(signal)
        let end = try watch.wait()
        #expect(end.status == 74)
        // Once, after one wait.
        let told = end.errorOutput.components(separatedBy: "other writers have kept the store busy").count - 1
        #expect(told == 1, "\(end.errorOutput)")
        #expect(try !bench.folder.names.contains { $0.contains("partial") })
        try lock.release()
    }

    @Test func `a watch with nothing to save ends cleanly while another process writes`() async throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let watch = try LiveGeofence(["watch", "--store", "s.db", "--policy", "raw", "--quiet"], in: bench.folder)
        try #require(try await bench.isHealthy(watch))
        let lock = try HeldLock(bench.store)
        let end = try watch.finish()
        #expect(end.status == 0 && end.errorOutput.isEmpty, "\(end.errorOutput)")
        try lock.release()
    }

    @Test func `a watch that ends while another process writes reports the busy store`() async throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a", at: Coordinate(latitude: 1, longitude: 1)))])
        let watch = try LiveGeofence(
            ["watch", "--store", "s.db", "--policy", "raw", "--quiet", "--output", "o.ndjson"],
            in: bench.folder
        )
        try #require(try await bench.isHealthy(watch))
        let lock = try HeldLock(bench.store)
        let text = "device,ts_unix_ms,latitude,longitude\ndog,1000,1,1\n"
        try watch.send(text)
        let end = try watch.finish()
        #expect(end.status == 74)
        #expect(end.errorOutput.contains("other writers have kept the store busy"), "\(end.errorOutput)")
        try lock.release()
        // What was not kept is cut off the file and told again.
        let next = try LiveGeofence(
            ["watch", "--store", "s.db", "--policy", "raw", "--quiet", "--output", "o.ndjson"],
            in: bench.folder
        )
        try next.send(text)
        #expect(try next.finish().status == 0)
        #expect(try bench.folder.text("o.ndjson").split(separator: "\n").count == 1)
        #expect(try bench.store.events().count == 1)
    }
}

/// Whether something is done.
private final class End: Sendable {
    let isThere = Atomic(false)
}

/// The writers' lock of a store, held by a connection until it is released.
private final class HeldLock {
    private let queue: DatabaseQueue

    init(_ store: GeofenceStore) throws {
        var configuration = GeofenceStore.configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: store.path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
}
