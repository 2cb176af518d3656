import TestSupport
import Testing

/// Files that would go to standard output, where something else goes.
@Suite struct StandardOutputTests {
    @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1"])
    func `a file result cannot go to standard output, whatever its name`(output: String) async throws {
        let bench = try Workbench()
        for line in [
            "lint --fences fences.geojson --repair", "backtest --fences fences.geojson --trace trace.csv --keep raw",
        ] {
            let run = try await bench.run("\(line) --output \(output)")
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.errorOutput.contains("--output needs a file"), "\(run.errorOutput)")
        }
    }
}
