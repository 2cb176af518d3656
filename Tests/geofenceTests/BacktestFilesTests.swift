import Foundation
import TestSupport
import Testing

/// The files that `geofence backtest` takes in addition to geofences and traces.
@Suite struct BacktestFilesTests {
    private static let inputs = "--fences fences.geojson --trace trace.csv"

    private func labels(_ rows: [String], times: String = "enter,exit") async throws -> GeofenceProcess {
        let bench = try Workbench()
        let text = ["device,geofence,\(times)"] + rows
        try bench.folder.write(text.joined(separator: "\n") + "\n", to: "visits.csv")
        let run = try await bench.run("backtest \(Self.inputs) --labels visits.csv")
        #expect(run.status == 0, "\(run.errorOutput)")
        return run
    }

    @Test(
        arguments: [
            ("enter,exit", "46023,46024", "1970-01-01T12:47:03.000Z"),
            ("enter,exit", "1735689600,1735689900", "2025-01-01T00:00:00.000Z"),
            ("enter,exit", "2026-01-01T00:05:00Z,", "2026-01-01T00:05:00.000Z"),
            // Seconds where milliseconds are expected.
            ("enter_unix_ms,exit_unix_ms", "1767225660,1767225720", "1970-01-21T10:53:45.660Z"),
        ]
    )
    func `labels that are all outside the period of the trace cause a warning`(
        columns: String,
        times: String,
        first: String
    ) async throws {
        let run = try await labels(["bus,square,\(times)", "car,square,\(times)"], times: columns)
        let warning =
            "visits.csv: warning: no label is within the period of the trace (2026-01-01T00:00:00.000Z to 2026-01-01T00:03:00.000Z): "
            + "the first begins at \(first)\n  hint: All count as missed."
        #expect(run.errorOutput.contains(warning), "\(run.errorOutput)")
    }

    @Test(
        arguments: [
            "2026-01-01T00:03:00Z,", "2025-12-31T00:00:00Z,2026-01-01T00:00:00Z", "2025-12-31T00:00:00Z,",
            "2026-01-01T00:01:00Z,2026-01-01T00:02:00Z",
        ]
    )
    func `one label within the period of the trace suppresses the warning`(times: String) async throws {
        let run = try await labels(["bus,square,46023,46024", "car,square,\(times)"])
        #expect(!run.errorOutput.contains("no label is within"), "\(run.errorOutput)")
    }

    @Test func `a rejected fix does not extend the period of the trace`() async throws {
        let bench = try Workbench(trace: Samples.trace + "bus,1970-01-01T12:47:03Z,0.5,2\n")
        try bench.folder.write("device,geofence,enter,exit\nbus,square,46023,46024\n", to: "visits.csv")
        for threads in 1...2 {
            let options = "--labels visits.csv --policy raw --earliest 2020-01-01T00:00:00Z --threads \(threads)"
            let run = try await bench.run("backtest \(Self.inputs) \(options)")
            #expect(run.errorOutput.contains("(2026-01-01T00:00:00.000Z to 2026-01-01T00:03:00.000Z)"))
        }
    }

    @Test func `an output in a missing folder is refused before any work`() async throws {
        let bench = try Workbench()
        // The geofences are missing too, which would otherwise be found first.
        let run = try await bench.run(
            "backtest --fences none.geojson --trace trace.csv --output none/best.json --keep raw"
        )
        #expect(run.status == 74, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("none/best.json: error: "))
        #expect(run.errorOutput.contains("\n  hint: Create the folder first."), "\(run.errorOutput)")
    }

    @Test func `a failed run leaves the output unchanged`() async throws {
        let bench = try Workbench()
        try bench.folder.write("old", to: "best.json")
        let run = try await bench.run(
            "backtest --fences none.geojson --trace trace.csv --output best.json --keep raw"
        )
        #expect(run.status == 66, "\(run.errorOutput)")
        #expect(try bench.folder.text("best.json") == "old")
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.path)
        #expect(names.sorted() == ["best.json", "fences.geojson", "trace.csv"])
    }
}
