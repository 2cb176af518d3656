import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// Stores that may only be read, with a real process that has no rights to write.
@Suite struct ReadOnlyStoreTests {
    /// A store with a geofence and an event, in a folder where nobody may write from now on.
    private static func locked(_ prepare: (StoreBench) throws -> Void = { _ in }) throws -> TemporaryFolder {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let engine = try ManagerBench(bench.store)
        try engine.manager.ensureRegionsRegistered()
        try bench.store.save(engine.engine.process(StoreBench.fix("dog")))
        try prepare(bench)
        try bench.store.queue.close()
        for name in try bench.folder.names { try allow(0o444, bench.folder.url(name)) }
        try allow(0o555, bench.folder.url)
        return bench.folder
    }

    private static func allow(_ mode: Int, _ url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    private func run(_ line: String, in folder: TemporaryFolder) async throws -> GeofenceProcess {
        try await GeofenceProcess.shell("\(Unprivileged.prefix ?? "")\(line)", in: folder)
    }

    @Test(
        .enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"),
        arguments: [
            ("fences list", "a,,circle"), ("fences export", #""id":"a""#), ("events", "ENTER"), ("visits", "dog"),
            ("devices list", "device"), ("health", "1 geofence(s) not registered"),
            ("forget --before 90d --dry-run 2>&1", "nothing was changed"),
        ]
    )
    func `a store in a read-only folder can be read`(line: String, text: String) async throws {
        let folder = try Self.locked()
        defer { try? Self.allow(0o755, folder.url) }
        let read = try await run("geofence \(line) --store s.db", in: folder)
        #expect(read.status == (line == "health" ? 1 : 0), "\(read.errorOutput)")
        #expect(read.text.contains(text), "\(read.text)")
        #expect(try folder.names == ["s.db"])
    }

    @Test(
        .enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"),
        arguments: [
            "fences remove a", "watch", "evaluate", "import t.csv --source x", "devices report x",
            "forget --before 90d",
        ]
    )
    func `a command that writes to a read-only store fails with a hint`(line: String) async throws {
        let folder = try Self.locked {
            try $0.folder.write("device,ts_unix_ms,latitude,longitude\nd,1,2,3\n", to: "t.csv")
        }
        defer { try? Self.allow(0o755, folder.url) }
        let run = try await run("geofence \(line) --store s.db < /dev/null", in: folder)
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("the store cannot be written to"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("hint: Give yourself permission to write"))
    }

    @Test(.enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"))
    func `a watch without write permission leaves no files beside the store`()
        async throws
    {
        let folder = try Self.locked()
        try Self.allow(0o777, folder.url)
        let run = try await run("geofence watch --store s.db < /dev/null", in: folder)
        #expect(run.status == 74 && run.errorOutput.contains("the store cannot be written to"), "\(run.errorOutput)")
        #expect(try folder.names == ["s.db"])
    }

    @Test(.enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"))
    func `a store without read permission is reported as unreadable input`() async throws {
        let folder = try Self.locked()
        try Self.allow(0o755, folder.url)
        try Self.allow(0o000, folder.url("s.db"))
        for line in ["events", "visits", "health", "fences list", "devices list"] {
            let run = try await run("geofence \(line) --store s.db", in: folder)
            #expect(run.status == 66, "\(run.errorOutput)")
            #expect(run.errorOutput.contains("the store cannot be read"), "\(run.errorOutput)")
        }
        let inner = folder.url.appending(path: "closed")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try FileManager.default.copyItem(at: folder.url("s.db"), to: inner.appending(path: "s.db"))
        try Self.allow(0o700, inner)
        let run = try await run("geofence events --store closed/s.db", in: folder)
        #expect(run.status == 66 && run.errorOutput.contains("cannot be entered"), "\(run.errorOutput)")
    }

    @Test(
        .enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"),
        arguments: [
            ("import t.csv --source x", Int32(74), "hint: Give yourself permission to write"),
            ("devices report x", 74, "hint: Give yourself permission to write"),
            ("fences list", 65, "an empty file, not a store"),
        ]
    )
    func `a read-only empty file is reported to suit the command`(
        line: String,
        status: Int32,
        text: String
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write("device,ts_unix_ms,latitude,longitude\nd,1,2,3\n", to: "t.csv")
        try folder.write("", to: "s.db")
        try Self.allow(0o444, folder.url("s.db"))
        let run = try await run("geofence \(line) --store s.db", in: folder)
        #expect(run.status == status)
        #expect(run.errorOutput.contains(text), "\(run.errorOutput)")
    }

    @Test(.enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"))
    func `a read-only store with an unfinished log fails with a hint on what to copy`() async throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let copy = try TemporaryFolder()
        for name in ["s.db", "s.db-wal"] {
            try FileManager.default.copyItem(at: bench.folder.url(name), to: copy.url(name))
            try Self.allow(0o444, copy.url(name))
        }
        try Self.allow(0o555, copy.url)
        defer { try? Self.allow(0o755, copy.url) }
        let run = try await run("geofence fences list --store s.db", in: copy)
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("-wal, and open the copy"), "\(run.errorOutput)")
        // What the hint says helps.
        try Self.allow(0o755, copy.url)
        let line = "mkdir m && chmod 777 m && cp s.db s.db-wal m && chmod 666 m/*"
        #expect(try await GeofenceProcess.shell(line, in: copy).status == 0)
        let copied = try await self.run("geofence fences list --store m/s.db", in: copy)
        #expect(copied.text.contains("a,,circle"), "\(copied.errorOutput)")
    }

    @Test(.enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"))
    func `a read-only store of an older version is reported because it cannot be upgraded`() async throws {
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: folder.url("s.db").path)
        try StoreSchema.migrator.migrate(queue, upTo: "2")
        try queue.close()
        try Self.allow(0o444, folder.url("s.db"))
        try Self.allow(0o555, folder.url)
        defer { try? Self.allow(0o755, folder.url) }
        let run = try await run("geofence fences list --store s.db", in: folder)
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("older version"), "\(run.errorOutput)")
    }

    @Test func `a change to a store that is read as immutable is detected`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        try bench.store.queue.close()
        let still = try #require(ImmutableStoreFile(bench.store.path))
        #expect(still.isUnchanged)
        let other = try bench.other()
        try other.apply([.upsert(StoreBench.circle("b"))])
        #expect(!still.isUnchanged)
        try other.queue.close()
        #expect(!still.isUnchanged)
        #expect(GeofenceError(store: StoreProblem.changedWhileRead, path: "s.db").code == .storeBusy)
    }

    @Test func `readers do not wait for a writer, with or without a log beside the store`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        try bench.store.queue.close()
        for state in ["no log", "an empty log"] {
            if state == "an empty log" { try bench.folder.write("", to: "s.db-wal") }
            let writer = try DatabaseQueue(path: bench.store.path)
            try writer.writeWithoutTransaction { database in
                try database.beginTransaction(.immediate)
                // A reader that waited would fail after five seconds.
                #expect(try bench.other().savedGeofences().count == 1, "\(state)")
                try database.rollback()
            }
            try writer.close()
        }
    }
}
