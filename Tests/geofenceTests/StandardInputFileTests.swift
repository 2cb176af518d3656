import TestSupport
import Testing

/// Command lines that would overwrite the file behind standard input.
@Suite struct StandardInputFileTests {
    @Test(arguments: ["-", "/dev/stdin", "/dev/fd/0"])
    func `an output that is the file behind standard input is refused`(input: String) async throws {
        let bench = try Workbench()
        let run = try await GeofenceProcess.shell(
            "geofence evaluate --fences fences.geojson --trace \(input) --output trace.csv < trace.csv",
            in: bench.folder
        )
        #expect(run.status == 64 && run.errorOutput.contains("--trace and --output name the same file"), "\(run.text)")
        #expect(try bench.folder.text("trace.csv") == Samples.trace)
    }

    @Test(arguments: [
        "evaluate --fences /dev/fd/0 --trace -",
        "evaluate --fences fences.geojson --trace - --policy /dev/stdin",
        "backtest --fences fences.geojson --trace - --policy raw /dev/stdin",
        "diff --old fences.geojson --new fences.geojson --trace - --policy /dev/stdin",
        "explain --fences fences.geojson --trace - --device truck-7 --geofence depot --policy /dev/stdin",
        "watch --store s.db --trace - --policy /dev/stdin",
    ])
    func `standard input can be read only once, whatever its name`(line: String) async throws {
        let run = try await Workbench().run(line, input: Samples.fences)
        #expect(run.status == 64 && run.errorOutput.contains("can be read only once"), "\(run.text)")
    }
}
