import Foundation
import TestSupport
import Testing

@Suite struct LogTests {
    @Test func `nothing is logged by default`() async throws {
        let run = try await Workbench().evaluate("--quiet")
        #expect(run.status == 0)
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `--log-level debug logs each step and does not change the events`() async throws {
        let bench = try Workbench()
        let quiet = try await bench.evaluate("--quiet")
        let run = try await bench.evaluate("--quiet --log-level debug")
        #expect(run.status == 0)
        #expect(run.output == quiet.output)
        let steps = [
            "debug geofence.diagnostics: verb=evaluate version=",
            "debug geofence.geofences: content=a JSON object file=fences.geojson",
            "info geofence.geofences: geofences=2 (1 polygon, 1 circle)",
            "debug geofence.geofences: active=2 inactive=0 index=cells",
            "debug geofence.ingest: columns=",
            "debug geofence.ingest: file=trace.csv format=csv",
            "info geofence.performance: elapsed=",
        ]
        let lines = run.errorOutput.split(separator: "\n")
        #expect(lines.count == steps.count, "\(run.errorOutput)")
        for (line, step) in zip(lines, steps) { #expect(line.contains(step), "\(line)") }
    }

    @Test func `a higher level omits lower messages`() async throws {
        let bench = try Workbench()
        let info = try await bench.evaluate("--quiet --log-level info").errorOutput
        #expect(info.contains(" info geofence.geofences") && !info.contains(" debug "))
        #expect(try await bench.evaluate("--quiet --log-level warning").errorOutput.isEmpty)
    }

    @Test func `sorting the fixes is logged`() async throws {
        let lines = Samples.trace.split(separator: "\n")
        let reversed = [lines[0]] + lines.dropFirst().reversed()
        let bench = try Workbench(trace: reversed.joined(separator: "\n") + "\n")
        let run = try await bench.evaluate("--quiet --log-level info")
        #expect(run.errorOutput.contains("fixes are out of order"))
    }

    @Test func `a failure is logged with its exit code before it is shown`() async throws {
        let bench = try Workbench()
        let run = try await bench.run("locate --fences missing.geojson --points trace.csv --log-level debug")
        #expect(run.status == 66)
        #expect(run.errorOutput.contains("geofence.diagnostics: exit_code=66"))
        #expect(run.errorOutput.contains("missing.geojson: error: Unreadable Input: there is no such file"))
        #expect(run.errorOutput.contains("[unreadable_input]\n  hint: Check the path"))
    }

    @Test(arguments: [
        "locate --fences fences.geojson --points trace.csv", "nearest --fences fences.geojson --points trace.csv",
        "lint --fences fences.geojson", "generate --geofences 1 --fences-out -",
        "bench --geofences 2 --fixes 10 --devices 1 --task locate-random",
    ])
    func `every command accepts --log-level`(line: String) async throws {
        let run = try await Workbench().run("\(line) --log-level trace")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("debug geofence.diagnostics"), "\(run.errorOutput)")
    }

    @Test func `an unknown level is wrong usage`() async throws {
        let run = try await Workbench().evaluate("--log-level loud")
        #expect(run.status == 64)
        #expect(run.errorOutput.contains("critical"))
    }
}
