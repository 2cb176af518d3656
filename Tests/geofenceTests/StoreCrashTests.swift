import Foundation
import TestSupport
import Testing

/// Imports and watches that are killed, and full disks, with real processes.
@Suite struct StoreCrashTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/timeout"), "there is no timeout here"))
    func `an import killed at any moment and run again imports every fix once`() async throws {
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
                again.errorOutput.contains("400,000 read, 0 imported, 400,000 already known"),
                "killed after \(milliseconds) ms: \(again.errorOutput)"
            )
        }
    }

    @Test func `an import killed after a part keeps that part, and the next run adds the rest`() async throws {
        let bench = try Workbench()
        let made = try await bench.run("generate --geofences 0 --fixes 400000 --devices 40 --trace-out big.csv --quiet")
        #expect(made.status == 0, "\(made.errorOutput)")
        // The import waits for the rest of its input, so it is killed after the first batch: the store file grows once
        // that is committed.
        let run = try await GeofenceProcess.shell(
            """
            mkfifo pipe; (head -n 300001 big.csv; exec sleep 60) > pipe & feed=$!
            geofence import - --store s.db --source g --all < pipe >/dev/null 2>/dev/null & import=$!
            for _ in $(seq 1200); do [ "$(cat s.db 2>/dev/null | wc -c)" -gt 8000000 ] && break; sleep 0.05; done
            kill -9 $import $feed; wait $import
            geofence import big.csv --store s.db --source g --all
            """,
            in: bench.folder
        )
        #expect(run.status == 0, "\(run.text)")
        #expect(run.errorOutput.contains("400,000 read"), "\(run.text)")
        #expect(
            !run.errorOutput.contains(" 0 imported") && !run.errorOutput.contains(" 0 already known"),
            "\(run.text)"
        )
        let again = try await bench.run("import big.csv --store s.db --source g --all")
        #expect(again.errorOutput.contains("400,000 read, 0 imported, 400,000 already known"), "\(again.text)")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everything"))
    func `a read-only store is reported with a hint`() async throws {
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
