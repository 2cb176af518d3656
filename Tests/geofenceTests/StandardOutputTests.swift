import TestSupport
import Testing

/// Results that go to standard output, if nothing else goes there.
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

    @Test(arguments: ["--visits", "--thin throttle --thin-events"])
    func `another result goes to standard output if the events go to a file`(option: String) async throws {
        let bench = try Workbench(fences: VisitTests.fences, trace: VisitTests.trace)
        let file = try await bench.evaluate("--output events \(option) result")
        #expect(file.status == 0 && file.output.isEmpty, "\(file.errorOutput)")
        let stream = try await bench.evaluate("--output events \(option) -")
        #expect(stream.status == 0, "\(stream.errorOutput)")
        let result = try bench.folder.text("result")
        #expect(stream.text == result)
        let both = try await bench.evaluate("\(option) -")
        #expect(both.status == 64 && both.output.isEmpty)
        #expect(both.errorOutput.hasPrefix("Error: Only one of --output and --"), "\(both.errorOutput)")
    }
}
