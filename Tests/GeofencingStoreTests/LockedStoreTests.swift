import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// A store that another process writes to for longer than others wait: this test is that process.
@Suite struct LockedStoreTests {
    @Test func `a writer that waits for too long changes nothing, and a watch goes on and keeps its events later`()
        async throws
    {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a", at: Coordinate(latitude: 1, longitude: 1)))])
        let watch = try LiveGeofence(["watch", "--store", "s.db", "--policy", "raw", "--quiet"], in: bench.folder)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1000,1,1\n")
        _ = try watch.line()
        try await bench.waitUntilHealthy()
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
        #expect(try await watch.waitForError("not kept yet: another process has been writing"))
        try lock.release()
        #expect(try await watch.waitForError("the store takes events again; none is missing"))
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        var count = 0
        try bench.store.events { _ in count += 1 }
        #expect(count == 99)
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == ["a"])
    }

    @Test func `a watch that ends while another process writes says so`() async throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a", at: Coordinate(latitude: 1, longitude: 1)))])
        let watch = try LiveGeofence(
            ["watch", "--store", "s.db", "--policy", "raw", "--quiet", "--output", "o.ndjson"],
            in: bench.folder
        )
        try await bench.waitUntilHealthy()
        let lock = try HeldLock(bench.store)
        let text = "device,ts_unix_ms,latitude,longitude\ndog,1000,1,1\n"
        try watch.send(text)
        let end = try watch.finish()
        #expect(end.status == 74)
        #expect(end.errorOutput.contains("another process has been writing"), "\(end.errorOutput)")
        try lock.release()
        // What was not kept is cut off the file and told again.
        let next = try LiveGeofence(
            ["watch", "--store", "s.db", "--policy", "raw", "--quiet", "--output", "o.ndjson"],
            in: bench.folder
        )
        try next.send(text)
        #expect(try next.finish().status == 0)
        #expect(try bench.folder.text("o.ndjson").split(separator: "\n").count == 1)
        var count = 0
        try bench.store.events { _ in count += 1 }
        #expect(count == 1)
    }
}

/// The writers' lock of a store, held by a connection until it is released.
private final class HeldLock {
    private let queue: DatabaseQueue

    init(_ store: GeofenceStore) throws {
        var configuration = GeofenceStore.configuration
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: store.path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
}
