import Foundation
import TestSupport
import Testing

/// An import that is killed at a chosen moment; see `CrashTests` for any moment.
@Suite struct StoreCrashTests {
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
}
