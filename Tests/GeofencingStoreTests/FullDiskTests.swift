import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// Disks without space or that may not be written, with real processes on a small disk in memory.
@Suite(.serialized, .enabled(if: TemporaryDisk.isAvailable, "no disk in memory can be mounted here"))
struct FullDiskTests {
    private static let header = "device,ts_unix_ms,latitude,longitude\n"

    private func run(_ line: String, _ disk: TemporaryDisk) async throws -> GeofenceProcess {
        try await GeofenceProcess.shell("geofence \(line)", in: disk.folder)
    }

    private func expectSound(_ disk: TemporaryDisk) throws {
        let store = try GeofenceStore(path: disk.folder.url("disk/s.db").path)
        #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test func `an import reports a full disk and resumes once there is space`() async throws {
        let disk = try TemporaryDisk(kilobytes: 9000)
        let made = try await run("generate --geofences 0 --fixes 600000 --devices 40 --trace-out big.csv --quiet", disk)
        #expect(made.status == 0, "\(made.errorOutput)")
        let line = "import big.csv --store disk/s.db --source g --all"
        let full = try await run(line, disk)
        #expect(full.status == 74)
        #expect(full.errorOutput.contains("there is no space left for the store"), "\(full.errorOutput)")
        #expect(full.errorOutput.contains("hint: Free some space"))
        try disk.remount("size=200m")
        try expectSound(disk)
        let rest = try await run(line, disk)
        #expect(rest.status == 0, "\(rest.errorOutput)")
        let again = try await run(line, disk)
        #expect(again.errorOutput.contains("600,000 read, 0 imported, 600,000 already known"), "\(again.errorOutput)")
    }

    @Test func `a watch keeps running on a full disk and saves its events once there is space`() async throws {
        let disk = try TemporaryDisk(kilobytes: 2000)
        _ = try await run("fences add a --latitude 1 --longitude 1 --radius 100 --store disk/s.db", disk)
        let watch = try LiveGeofence(["watch", "--store", "disk/s.db", "--policy", "raw", "--quiet"], in: disk.folder)
        try watch.send(Self.header + "dog,1000,1,1\n")
        #expect(try watch.line()?.contains("ENTER") == true)
        disk.fill()
        for second in 2..<200 { try watch.send("dog,\(second)000,\(second % 2 == 0 ? 5 : 1),1\n") }
        for _ in 2..<200 { _ = try watch.line() }
        #expect(
            try await watch.waitForError("written to the output but not saved in the store yet: there is no space left")
        )
        disk.empty()
        #expect(try await watch.waitForError("the store accepts events again; none is missing"))
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        #expect(try await run("events --store disk/s.db", disk).lines.count == 199)
        try expectSound(disk)
    }

    @Test func `the watch after one that ended on a full disk reports the unsaved events again`()
        async throws
    {
        let disk = try TemporaryDisk(kilobytes: 2000)
        _ = try await run("fences add a --latitude 1 --longitude 1 --radius 100 --store disk/s.db", disk)
        let fixes = (2..<200).map { "dog,\($0)000,\($0 % 2 == 0 ? 5 : 1),1\n" }.joined()
        let watch = try LiveGeofence(["watch", "--store", "disk/s.db", "--policy", "raw", "--quiet"], in: disk.folder)
        try watch.send(Self.header + "dog,1000,1,1\n")
        _ = try watch.line()
        disk.fill()
        try watch.send(fixes)
        for _ in 2..<200 { _ = try watch.line() }
        #expect(try await watch.waitForError("not saved in the store yet"))
        let end = try watch.finish()
        #expect(end.status == 74)
        #expect(end.errorOutput.contains("error: Read or Write Failed: there is no space left for the store"))
        // None can begin on it either.
        disk.fill()
        #expect(try await run("watch --store disk/s.db --trace /dev/null --policy raw", disk).status == 74)
        disk.empty()
        // Who sends again is told again; the store has each event once.
        let next = try LiveGeofence(["watch", "--store", "disk/s.db", "--policy", "raw", "--quiet"], in: disk.folder)
        try next.send(Self.header + "dog,1000,1,1\n" + fixes)
        let told = try next.finish()
        #expect(told.status == 0, "\(told.errorOutput)")
        let events = try await run("events --store disk/s.db", disk).lines
        #expect(events.count == 199)
        #expect(Set(events).count == 199)
    }

    @Test func `opening an unused store on a full disk reports that there is no space`() async throws {
        let disk = try TemporaryDisk(kilobytes: 2000)
        let add = "fences add a --latitude 1 --longitude 1 --radius 100 --store disk/s.db"
        #expect(try await run(add, disk).status == 0)
        disk.fill()
        for line in [add, "fences list --store disk/s.db", "watch --store disk/s.db --trace /dev/null"] {
            let full = try await run(line, disk)
            #expect(full.status == 74)
            #expect(full.errorOutput.contains("there is no space left for the store"), "\(full.errorOutput)")
        }
        disk.empty()
        #expect(try await run("fences list --store disk/s.db", disk).lines.count == 2)
        try expectSound(disk)
    }

    @Test func `an output without space ends the watch at once`() async throws {
        let disk = try TemporaryDisk(kilobytes: 100)
        _ = try await run("fences add a --latitude 1 --longitude 1 --radius 100 --store s.db", disk)
        disk.fill()
        try disk.folder.write(Self.header + "dog,1000,1,1\n", to: "t.csv")
        let line = "watch --store s.db --trace t.csv --policy raw --output disk/o.ndjson --quiet"
        let full = try await run(line, disk)
        #expect(full.status == 74)
        #expect(full.errorOutput.contains("disk/o.ndjson"), "\(full.errorOutput)")
        disk.empty()
        #expect(try await run(line, disk).status == 0)
        #expect(try disk.folder.text("disk/o.ndjson").split(separator: "\n").count == 1)
    }

    @Test func `a store on a read-only disk can be read, even by root`() async throws {
        let disk = try TemporaryDisk(kilobytes: 2000)
        _ = try await run("fences add a --latitude 1 --longitude 1 --radius 100 --store disk/s.db", disk)
        try disk.remount("ro")
        let list = try await run("fences list --store disk/s.db", disk)
        #expect(list.status == 0, "\(list.errorOutput)")
        #expect(list.text.contains("a,,circle"))
        let remove = try await run("fences remove a --store disk/s.db", disk)
        #expect(remove.status == 74)
        #expect(remove.errorOutput.contains("the store cannot be written to"), "\(remove.errorOutput)")
    }
}
