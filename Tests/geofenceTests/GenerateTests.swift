import TestSupport
import Testing

@Suite struct GenerateTests {
    @Test func `a generated city can be evaluated`() async throws {
        let bench = try Workbench()
        let options = "--scenario metro --geofences 100 --devices 7 --fixes 1234 --seed 3"
        let run = try await bench.run("generate \(options) --fences-out fences.geojson --trace-out trace.csv")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(try await bench.run("lint --fences fences.geojson").status == 0)
        #expect(try await bench.evaluate("--report report.json --strict").status == 0)
        let report = try bench.json("report.json")
        #expect(report["geofences"] as? Int == 100)
        #expect(report["devices"] as? Int == 7)
        #expect(report["fixes_used"] as? Int == 1234)
    }

    @Test func `either output may be omitted, and - is standard output`() async throws {
        let bench = try Workbench()
        let trace = try await bench.run("generate --devices 2 --fixes 10 --trace-out -")
        #expect(trace.lines.count == 11)
        #expect(trace.lines.first == "device_id,timestamp,latitude,longitude,horizontal_accuracy")
        let fences = try await bench.run("generate --geofences 3 --fences-out -")
        #expect(fences.text.hasPrefix(#"{"type":"FeatureCollection""#))
    }
}
