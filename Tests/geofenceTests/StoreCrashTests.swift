import Foundation
import TestSupport
import Testing

/// Imports and watches that are killed, and disks that are full, with real processes.
@Suite struct StoreCrashTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/timeout"), "there is no timeout here"))
    func `an import killed at any moment and run again gives what one run gives`() async throws {
        let bench = try Workbench()
        let made = try await bench.run("generate --geofences 0 --fixes 400000 --devices 40 --trace-out big.csv --quiet")
        #expect(made.status == 0, "\(made.errorOutput)")
        for milliseconds in [20, 60, 120, 250, 500, 900] {
            let line = """
                rm -f s.db*; \
                (timeout -s KILL \(Double(milliseconds) / 1000) geofence import big.csv --store s.db --source g --all) \
                2>/dev/null >/dev/null; \
                geofence import big.csv --store s.db --source g --all --quiet
                """
            let run = try await GeofenceProcess.shell(line, in: bench.folder)
            #expect(run.status == 0, "killed after \(milliseconds) ms: \(run.errorOutput)")
            let again = try await bench.run("import big.csv --store s.db --source g --all")
            #expect(
                again.errorOutput.contains("400,000 read, 0 imported, 400,000 known already"),
                "killed after \(milliseconds) ms: \(again.errorOutput)"
            )
        }
    }

    @Test func `an import killed once it has written something goes on from there`() async throws {
        let bench = try Workbench()
        let made = try await bench.run("generate --geofences 0 --fixes 400000 --devices 40 --trace-out big.csv --quiet")
        #expect(made.status == 0, "\(made.errorOutput)")
        let line = "geofence import big.csv --store s.db --source g --all"
        var parts = 0
        // By how large the log of the database is; it begins anew later.
        for size in [1_000_000, 4_000_000, 8_000_000] {
            let run = try await GeofenceProcess.shell(
                """
                rm -f s.db*
                \(line) >/dev/null 2>/dev/null & import=$!
                while kill -0 $import 2>/dev/null && [ "$(cat s.db-wal 2>/dev/null | wc -c)" -lt \(size) ]; do :; done
                kill -9 $import; wait $import 2>/dev/null
                \(line)
                """,
                in: bench.folder
            )
            #expect(run.status == 0, "\(run.text)")
            if !run.errorOutput.contains(" 0 imported"), !run.errorOutput.contains(" 0 known") { parts += 1 }
            let again = try await bench.run("import big.csv --store s.db --source g --all")
            #expect(again.errorOutput.contains("400,000 read, 0 imported, 400,000 known already"), "\(run.text)")
        }
        #expect(parts > 0, "no kill left a part")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everything"))
    func `a store that may not be written is told`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        for name in try bench.folder.names where name.hasPrefix("s.db") {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o444],
                ofItemAtPath: bench.folder.url(name).path
            )
        }
        let run = try await bench.run("fences remove square --store s.db")
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("hint:"))
    }
}
