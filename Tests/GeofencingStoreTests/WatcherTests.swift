import Foundation
import GRDB
import Geofencing
import Synchronization
import TestSupport
import Testing

@testable import GeofencingStore

/// Who counts as a running watch: processes that end in whatever way, and numbers of processes that come again.
@Suite struct WatcherTests {
    private static let start = Timestamp(unixMilliseconds: 0)

    @Test func `a process that reuses the ID of an ended watch is not mistaken for it`() async throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let watch = try LiveGeofence(["watch", "--store", "s.db", "--policy", "raw"], in: bench.folder)
        try #require(try await bench.isHealthy(watch))
        #expect(try bench.store.watcherHealth().map(\.name) == ["watch"])
        watch.signal(SIGKILL)
        _ = try watch.wait()
        // As after a restart of the machine: the number is that of a process that lives, here of this one.
        try bench.store.write { database in
            try database.execute(sql: "UPDATE watchers SET process = ?", arguments: [getpid()])
        }
        #expect(try !bench.store.hasRunningWatcher())
        #expect(try bench.store.healthStatus().missing == ["a"])
        // Nor does it keep the name from a new one, which clears up after it.
        let live = try ManagerBench(bench.store, watch: "watch")
        try live.manager.startListening(at: Self.start)
        #expect(try bench.store.healthStatus().isHealthy)
        #expect(try bench.store.watcherHealth().count == 1)
        #expect(try bench.folder.names.filter { $0.contains("-watch-") }.count == 1)
        try live.manager.stopListening()
        #expect(try bench.folder.names.filter { $0.contains("-watch-") }.isEmpty)
    }

    @Test func `a watcher that is removed leaves no file, even if its process is killed right after`() throws {
        let bench = try StoreBench()
        let (watcher, lock) = try bench.store.addWatcher(at: Self.start, named: "watch")
        #expect(try bench.folder.names.contains("s.db-watch-1"))
        try bench.store.remove(watcher, isPatient: true)
        #expect(try !bench.folder.names.contains("s.db-watch-1"))
        #expect(try !bench.store.hasRunningWatcher())
        withExtendedLifetime(lock) {}
    }

    @Test func `everybody who may read a store sees that a watch was killed, whatever the umask of the watch was`()
        async throws
    {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        let run = try await GeofenceProcess.shell(
            """
            chmod 755 .; chmod 644 s.db*
            umask 077; mkfifo fixes; exec 3<>fixes
            geofence watch --store s.db --trace fixes --quiet & watch=$!
            for _ in $(seq 600); do geofence health --store s.db > health && break; sleep 0.05; done; head -n 1 health
            kill -9 $watch; wait $watch 2>/dev/null
            find . -name 's.db-watch-*' -perm -444
            \(Unprivileged.prefix ?? "")geofence health --store s.db | head -n 1
            """,
            in: bench.folder
        )
        #expect(run.lines == ["Healthy", "./s.db-watch-1", "1 geofence(s) not registered"], "\(run.errorOutput)")
    }

    @Test func `a watch counts as running while its file is locked, whatever path names the store`()
        throws
    {
        let bench = try StoreBench()
        try FileManager.default.createSymbolicLink(
            at: bench.folder.url("link.db"),
            withDestinationURL: bench.folder.url("s.db")
        )
        let linked = try GeofenceStore(path: bench.folder.url("link.db").path)
        let live = try ManagerBench(linked)
        try live.manager.startListening(at: Self.start)
        #expect(try bench.store.hasRunningWatcher())
        // Asking does not take the lock away.
        for _ in 0..<100 { #expect(try linked.hasRunningWatcher()) }
        try bench.store.requestReconciliation()
        #expect(try bench.store.hasRunningWatcher())
        try live.manager.stopListening()
        #expect(try !bench.store.hasRunningWatcher())
    }

    @Test func `a watch waits for a finishing watch of the same name`() throws {
        let bench = try StoreBench()
        // As one that was killed keeps it until its last write is on the disk.
        let lock = Mutex<FileLock?>(try bench.store.addWatcher(at: Self.start, named: "watch").1)
        // On a thread of its own: those of tasks may all be waiting.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.2)
            lock.withLock { $0 = nil }
        }
        let live = try ManagerBench(bench.store, watch: "watch")
        try live.manager.startListening(at: Self.start)
        #expect(try bench.store.watcherHealth().map(\.name) == ["watch"])
        try live.manager.stopListening()
    }

    @Test func `a watch name or source in use by this process is reported as such`() throws {
        let bench = try StoreBench()
        let (watcher, lock) = try bench.store.addWatcher(at: Self.start, named: "watch")
        let kept = #expect(throws: GeofenceError.self) { try bench.other().addWatcher(at: Self.start, named: "watch") }
        #expect(kept?.code == .storeBusy)
        #expect(kept?.message == "the watch \"watch\" of this store is already running in this process")
        try withExtendedLifetime(lock) { try bench.store.remove(watcher, isPatient: true) }
        let history = HistoryImport(source: "s", now: Self.start)
        let ledger = try ImportLedger(history, paths: [], store: bench.store)
        let busy = #expect(throws: GeofenceError.self) {
            try ImportLedger(history, paths: [], store: bench.other())
        }
        #expect(busy?.message == "another import of the source \"s\" is under way in this process")
        withExtendedLifetime(ledger) {}
    }

    @Test func `a watch of another process with the same process ID is not mistaken for our own`()
        async throws
    {
        let bench = try StoreBench()
        // A watch that has registered a geofence has begun, so that a signal lets it end in good order.
        try bench.store.upsert(StoreBench.circle("home"))
        let watch = try LiveGeofence(["watch", "--store", "s.db", "--policy", "raw"], in: bench.folder)
        try #require(try await bench.isHealthy(watch))
        try bench.store.write { database in
            try database.execute(sql: "UPDATE watchers SET process = ?", arguments: [getpid()])
        }
        let kept = #expect(throws: GeofenceError.self) { try bench.store.addWatcher(at: Self.start, named: "watch") }
        #expect(kept?.message == "the watch \"watch\" of this store is already running in process \(getpid())")
        watch.signal(SIGTERM)
        #expect(try watch.wait().status == 0)
    }

    @Test func `a manager deallocated without stopping counts as ended`() async throws {
        let bench = try StoreBench()
        do {
            let live = try ManagerBench(bench.store)
            try live.manager.startListening(at: Self.start)
            #expect(try bench.store.hasRunningWatcher())
        }
        // A look at the store that is under way keeps it until then.
        for _ in 0..<10_000 where try bench.store.hasRunningWatcher() { await Task.yield() }
        #expect(try !bench.store.hasRunningWatcher())
    }
}
