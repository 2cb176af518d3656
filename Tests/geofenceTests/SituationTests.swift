import TestSupport
import Testing

@Suite struct SituationTests {
    @Test func `a scenario is generated with its visits`() async throws {
        let bench = try Workbench()
        let files = "--fences-out f.geojson --trace-out t.ndjson --labels v.csv"
        let run = try await bench.run("generate --scenario departure --devices 2 --duration 60s --noise 0 \(files)")
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.hasSuffix("v.csv: 2 visits\n"))
        let rows = try bench.folder.text("v.csv").split(separator: "\n")
        #expect(rows[0] == "device,geofence,enter_unix_ms,exit_unix_ms,dwell_s,state")
        #expect(rows.count == 3)
        #expect(rows[1].hasPrefix("device-00001,home,17672256") && rows[1].hasSuffix(",131.429,closed"))
        let found = try await bench.run("evaluate --fences f.geojson --trace t.ndjson --format csv")
        #expect(found.lines.count == 5)
    }

    @Test(arguments: [
        "--labels v.csv", "--scenario metro --noise 3 --trace-out t.csv",
        "--scenario outliers --fixes 3 --trace-out t.csv", "--scenario pass-through --duration 5m --trace-out t.csv",
        "--scenario outliers --accuracy -1 --trace-out t.csv", "--scenario nowhere --trace-out t.csv",
        "--scenario outliers --trace-out t.csv --labels t.csv", "--scenario outliers",
    ])
    func `options that contradict each other are wrong usage`(options: String) async throws {
        #expect(try await Workbench().run("generate \(options)").status == 64)
    }
}
