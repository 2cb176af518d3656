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
