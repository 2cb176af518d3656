import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// What goes wrong with a store, and that nothing is lost by it.
@Suite struct StoreFaultTests {
    @Test func `a store of a newer version is refused`() throws {
        let bench = try StoreBench()
        try bench.store.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('next')") }
        let error = failure { _ = try bench.other() }
        #expect(error?.code == .storeVersion)
        #expect(error?.location?.file == bench.store.path)
    }

    @Test(arguments: ["", "a\0b"])
    func `a path that cannot name a file is refused`(path: String) {
        let error = failure { _ = try GeofenceStore(path: path, opening: .createIfMissing) }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message.contains("empty or contains a NUL") == true)
    }

    @Test func `a name that is too long is told`() {
        let name = String(repeating: "s", count: 300)
        for opening in [GeofenceStore.Opening.existing, .createIfMissing] {
            let error = failure { _ = try GeofenceStore(path: name, opening: opening) }
            #expect(error?.code == .unreadableInput)
            #expect(error?.message == "the name of the store is too long")
        }
    }

    @Test(arguments: ["missing.db", "link.db"])
    func `a link that leads to no file is told from a store that may not be read`(target: String) throws {
        let folder = try TemporaryFolder()
        let link = folder.url("link.db").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let error = failure { _ = try GeofenceStore(path: link) }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message == "this is a link that leads to no file")
    }

    @Test func `a database of another program is refused and left unchanged`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("other.db").path
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
        #expect(failure { _ = try GeofenceStore(path: path, opening: .createIfMissing) }?.code == .invalidStore)
        let tables = try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["notes"])
    }

    @Test func `a store whose creation was interrupted is completed by the next opening`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("begun.db").path
        // What there is between the list of migrations and the first of them.
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        let store = try GeofenceStore(path: path)
        try store.replaceAll(with: [StoreBench.circle("home")])
        #expect(try store.savedGeofences().map(\.geofence.id) == ["home"])
    }

    @Test func `a damaged page is reported with a recovery suggestion`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: (0..<2000).map { StoreBench.circle(Geofence.ID("fence-\($0)")) })
        try bench.store.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try bench.store.queue.close()
        let url = URL(filePath: bench.store.path)
        var bytes = try Data(contentsOf: url)
        // All pages but the first, which has the tables' names.
        for offset in 20 * 4096..<bytes.count { bytes[offset] = 0xA5 }
        try bytes.write(to: url)
        let error = failure { _ = try bench.other().savedGeofences() }
        #expect(error?.code == .invalidStore, "\(String(describing: error))")
        // SQLite says the same of a page that the disk cannot read.
        #expect(error?.recoverySuggestion.hasPrefix("Check the disk") == true)
        #expect(error?.recoverySuggestion.contains("backup") == true)
    }

    @Test(arguments: [ResultCode.SQLITE_READONLY, .SQLITE_CANTOPEN])
    func `a store that cannot be opened or written may lack room for more files`(code: ResultCode) {
        let error = GeofenceError(store: DatabaseError(resultCode: code), path: "s.db")
        #expect(error.code == .inputOutput)
        #expect(error.recoverySuggestion.contains("room for more files"))
    }

    @Test func `a write that the system refuses may be due to a quota`() {
        let error = GeofenceError(store: DatabaseError(resultCode: .SQLITE_IOERR_WRITE), path: "s.db")
        #expect(error.code == .inputOutput)
        #expect(error.recoverySuggestion.contains("quota"))
    }

    @Test func `an import whose source cannot be stored is refused and writes nothing`() throws {
        let bench = try StoreBench()
        try bench.store.write {
            try $0.execute(sql: "CREATE TRIGGER t BEFORE INSERT ON sources BEGIN SELECT RAISE(IGNORE); END")
        }
        try bench.folder.write("device,ts_unix_ms,latitude,longitude\na,1000,1,1\n", to: "trace.csv")
        let history = HistoryImport(source: "tracker", now: Timestamp.second(0))
        let path = bench.folder.url("trace.csv").path
        #expect(failure { _ = try history.run([path], into: bench.store) }?.code == .invalidStore)
        #expect(try bench.store.fixCount() == 0)
    }

    @Test(arguments: [GeofenceStore.Opening.existing, .createIfMissing])
    func `a pipe or device in place of a store is reported and no files are left beside it`(
        opening: GeofenceStore.Opening
    ) async throws {
        let folder = try TemporaryFolder()
        #expect(try await GeofenceProcess.shell("mkfifo pipe", in: folder).status == 0)
        let link = folder.url("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        for path in [folder.url("pipe").path, link] {
            let error = failure { _ = try GeofenceStore(path: path, opening: opening) }
            #expect(error?.code == .unreadableInput)
            #expect(error?.message == "this is a pipe, a terminal, a socket or a device, not a store")
        }
        #expect(try folder.names == ["link", "pipe"])
    }

    @Test(arguments: [
        ("{", "the record is not valid JSON"), (#"{"thresholds":{}}"#, "name is missing"),
        (#"{"name":"balanced","thresholds":{"exit_buffer_m":"wide"}}"#, "thresholds.exit_buffer_m is not a number"),
        (#"{"name":"strict","thresholds":{}}"#, "this version does not know the policy strict"),
        (
            #"{"name":"raw","thresholds":{"exit_buffer_m":1,"b_m":2,"a_m":3}}"#, "this version does not know a_m, b_m"
        ),
    ])
    func `an unreadable policy is reported with its geofence and the reason`(
        policy: String,
        reason: String
    ) throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["sound", "broken"].map { StoreBench.circle($0) })
        try bench.store.write { database in
            try database.execute(
                sql: "UPDATE geofences SET policy = ? WHERE identifier = 'broken'",
                arguments: [policy]
            )
        }
        let error = failure { _ = try bench.store.savedGeofences() }
        #expect(error?.code == .invalidStore)
        #expect(error?.location?.geofence == "broken")
        #expect(error?.message == "the policy of a saved geofence cannot be read: \(reason)")
    }

    @Test(arguments: [
        "region = x'00'", "radius_m = -1", "radius_m = 9e999",
        // A center at 2^1000 degrees of longitude, and a polygon whose three vertices are one.
        "region = x'0101000000000000000000707e0000000000000000'",
        "region = x'01030000000100000003000000\(String(repeating: "00", count: 48))', radius_m = NULL",
    ])
    func `a geofence with a damaged region is reported and can be saved again`(damage: String) throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["sound", "broken"].map { StoreBench.circle($0) })
        try bench.store.write { database in
            try database.execute(sql: "UPDATE geofences SET \(damage) WHERE identifier = 'broken'")
        }
        let told = failure { _ = try bench.store.savedGeofences() }
        #expect(told?.code == .invalidStore)
        #expect(told?.location?.file == bench.store.path && told?.location?.geofence == "broken")
        #expect(try bench.store.apply([.upsert(StoreBench.circle("broken"))]).changed == 1)
        #expect(try bench.store.savedGeofences().count == 2)
    }

    @Test(arguments: [
        "UPDATE geofences SET notify_on_entry = NULL", "UPDATE store_state SET fence_revision = NULL",
        "DELETE FROM store_state", "UPDATE devices SET name = NULL",
        "UPDATE watchers SET process = 99999999999", "UPDATE watches SET input_bytes = NULL",
        "UPDATE events SET latitude = NULL", "UPDATE events SET cause = 'teleport'",
        "UPDATE watch_rejects SET reason = 'x'", "UPDATE devices SET authorization_status = 'x'",
        "UPDATE fixes SET latitude = 91",
        "DROP TABLE watchers",
    ])
    func `impossible values in a store are reported as damage without a crash`(damage: String) throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: [StoreBench.circle("home")])
        let report = StoreBench.report("dog", .authorizedAlways, at: Timestamp(unixMilliseconds: 0))
        try bench.store.save(report)
        _ = try bench.store.addWatcher(at: report.time, named: nil)
        let rejects = DeviceRejects(device: "dog", reasons: [.late: 1], lastArrival: report.time)
        try bench.store.save(
            WatchProgress(),
            ofWatch: "watch",
            devices: [],
            transitions: [],
            rejects: [rejects],
            isPatient: true
        )
        try bench.folder.write("device,ts_unix_ms,latitude,longitude\ndog,1,52.5,13.4\n", to: "t.csv")
        _ = try HistoryImport(source: "s", now: report.time)
            .run([bench.folder.url("t.csv").path], into: bench.store)
        let place = Coordinate(latitude: 52.5, longitude: 13.4)
        try bench.store.save([
            Transition(
                kind: .enter,
                device: "dog",
                geofence: "home",
                time: report.time,
                decidedTime: report.time,
                coordinate: place,
                cause: .initial
            )
        ])
        // What no file that SQLite wrote has, a disk that fails may make of it.
        try bench.store.queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(
                sql: "UPDATE sqlite_master SET sql = REPLACE(sql, 'NOT NULL', '') WHERE type = 'table'"
            )
            try database.execute(sql: "PRAGMA writable_schema = RESET")
            try database.execute(sql: damage)
        }
        let error = failure {
            let store = try bench.other()
            _ = try store.savedGeofences()
            _ = try store.deviceReports()
            _ = try store.watcherHealth()
            _ = try store.activity()
            _ = try store.notice()
            _ = try store.health()
            _ = try store.progress(ofWatch: "watch")
            try store.events { _ in }
            try store.fixes(since: nil, registry: DeviceRegistry()) { _ in }
        }
        #expect(error?.code == .invalidStore, "\(damage): \(String(describing: error))")
    }

    @Test func `an evaluation of a store without its state row fails as damaged`() throws {
        let bench = try StoreBench()
        try bench.store.write { try $0.execute(sql: "DELETE FROM store_state") }
        #expect(failure { _ = try bench.store.addEvaluation { _ in } }?.code == .invalidStore)
    }

    @Test func `a read that finds no space reports the temporary files, not the store`() throws {
        let bench = try StoreBench()
        let error = failure {
            try bench.store.read { (_: Database) throws in throw DatabaseError(resultCode: .SQLITE_FULL) }
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.hasPrefix("there is no space left for temporary files") == true, "\(error as Any)")
        #expect(error?.recoverySuggestion == "Set TMPDIR to a folder with free space.")
    }

    @Test func `a full disk is reported and earlier transactions are kept`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("kept"))])
        // SQLite's own limit gives the same error as a full disk.
        try bench.store.queue.writeWithoutTransaction { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        let many = (0..<5000).map { StoreBench.circle(Geofence.ID("fence-\($0)")) }
        let error = failure { try bench.store.replaceAll(with: many) }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("space") == true)
        #expect(try bench.other().savedGeofences().map(\.geofence.id) == ["kept"])
        #expect(try bench.store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test func `two writers take turns and a busy store is a retryable error`() throws {
        let error = GeofenceError(store: DatabaseError(resultCode: .SQLITE_BUSY), path: "s.db")
        #expect(error.code == .storeBusy)
        #expect(UserFacingError.from(error).isRetryable)
        let bench = try StoreBench()
        let other = try bench.other()
        for round in 0..<20 {
            let writer = round.isMultiple(of: 2) ? other : bench.store
            try writer.apply([.upsert(StoreBench.circle(Geofence.ID("f\(round)")))])
        }
        #expect(try bench.store.savedGeofences().count == 20)
    }

    @Test func `an empty file becomes a store only when creation is requested`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("old.db").path
        // An empty file is what a store is before its first table, and much else.
        try Data().write(to: URL(filePath: path))
        #expect(failure { try GeofenceStore(path: path) }?.code == .invalidStore)
        #expect(try GeofenceStore(path: path, opening: .createIfMissing).savedGeofences().isEmpty)
        #expect(try GeofenceStore(path: path).savedGeofences().isEmpty)
    }
}
