import Foundation
import TestSupport
import Testing

@Suite struct LintTests {
    @Test func `geofences that cannot be repaired are named`() async throws {
        let bench = try Workbench()
        let ring = "[[1,1],[2,2],[3,3],[1,1]]"
        let flat =
            #"{"type":"Feature","id":"flat","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(ring)]}}"#
        try bench.folder.write(flat + "\n", to: "flat.geojson")
        let run = try await bench.run("lint --fences flat.geojson --repair --output fixed.geojson")
        #expect(run.status == 1)
        #expect(run.text.contains("hint: Redraw the polygon or remove it"))
        #expect(run.errorOutput.contains(#"geofence "flat"): not repaired"#), "\(run.errorOutput)")
    }

    @Test func `valid geofences cause no finding and exit with 0`() async throws {
        let run = try await Workbench().run("lint --fences fences.geojson")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput == "2 geofences read, no problems found\n")
    }

    @Test func `a finding names file, line, feature, geofence, ring, reason and remedy, and exits with 1`() async throws
    {
        let bench = try Workbench(fences: Samples.collection([Samples.square("a"), Samples.bowtie("b")]))
        let run = try await bench.run("lint --fences fences.geojson")
        #expect(run.status == 1)
        let line = try #require(run.lines.first)
        let pattern = /fences\.geojson:2:\d+ \(feature 1, geofence "b", ring 0.*\): error: .+ \[self_intersection\]/
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
        #expect(run.lines.count == 2)
        #expect(run.lines.last?.hasPrefix("  hint: ") == true)
        #expect(run.errorOutput.contains("2 geofences read, 1 error, 0 warnings"))
    }

    @Test func `a remedy for many findings is written with the first, and in JSON with each`() async throws {
        let bench = try Workbench(fences: Samples.collection(["a", "b", "c"].map { Samples.bowtie($0) }))
        let text = try await bench.run("lint --fences fences.geojson")
        #expect(text.lines.map { $0.hasPrefix("  hint: ") } == [false, true, false, false])
        let json = try await bench.run("lint --fences fences.geojson --format json")
        #expect(json.lines.map { $0.contains(#""hint":"#) } == [true, true, true])
    }

    @Test func `findings in JSON are one object per line`() async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.bowtie("b"), Samples.square("b")]))
        let run = try await bench.run("lint --fences fences.geojson --format json")
        #expect(run.status == 1)
        let findings = try run.lines.map { try $0.jsonObject() }
        #expect(findings.map { $0["code"] as? String } == ["self_intersection", "duplicate_identifier"])
        #expect(findings.map { $0["line"] as? Int } == [1, 2])
        #expect(findings.allSatisfy { $0["severity"] as? String == "error" && $0["hint"] as? String != nil })
    }

    @Test func `a warning is a finding too`() async throws {
        let open = Samples.feature("a", polygon: "[[[0,0],[1,0],[1,1],[0,1]]]")
        let run = try await Workbench(fences: Samples.collection([open])).run("lint --fences fences.geojson")
        #expect(run.status == 1)
        #expect(run.text.contains("warning:"))
    }

    @Test(arguments: [Samples.collection([]), "id,name,latitude,longitude,radius_m\n"])
    func `a file without geofences is valid but reported`(fences: String) async throws {
        let bench = try Workbench(fences: fences)
        try bench.folder.write(Samples.fences, to: "more.geojson")
        let line = "fences.geojson: there are no geofences in the file\n"
        for (files, summary) in [
            ("fences.geojson", "0 geofences read\n"),
            ("more.geojson fences.geojson", "2 geofences read, no problems found\n"),
        ] {
            let run = try await bench.run("lint --fences \(files)")
            #expect(run.status == 0)
            #expect(run.output.isEmpty)
            #expect(run.errorOutput == line + summary)
        }
        let piped = try await bench.run("lint --fences -", input: fences)
        #expect(piped.errorOutput == "-: there are no geofences in the file\n0 geofences read\n")
    }

    @Test func `an empty file is a warning`() async throws {
        let run = try await Workbench(fences: "").run("lint --fences fences.geojson")
        #expect(run.status == 1)
        #expect(run.errorOutput == "0 geofences read, 0 errors, 1 warning\n")
    }

    @Test func `--repair writes all geofences, which lint then accepts`() async throws {
        let fences = [
            Samples.square("a"), Samples.bowtie("b"), Samples.circle("c", longitude: 1, latitude: 2, radius: "12.5"),
        ]
        let bench = try Workbench(fences: Samples.collection(fences))
        let run = try await bench.run("lint --fences fences.geojson --repair --output fixed.geojson")
        #expect(run.status == 1)
        #expect(run.errorOutput.contains("geofence \"b\"): repaired, with an area where it had none"))
        let again = try await bench.run("lint --fences fixed.geojson")
        #expect(again.status == 0)
        #expect(again.errorOutput.contains("3 geofences read"))
    }

    @Test func `--repair reports the change relative to the drawn area`() async throws {
        func square(_ first: Int, _ last: Int) -> String {
            "[[[\(first),0],[\(last),0],[\(last),1],[\(first),1],[\(first),0]]]"
        }
        // Two rectangles of 2 square degrees each that share one square degree.
        let overlap = "[\(square(0, 2)),\(square(1, 3))]"
        let fences = """
            {"type":"Feature","id":"half","properties":{},"geometry":{"type":"MultiPolygon","coordinates":\(overlap)}}
            """
        let bench = try Workbench(fences: fences)
        let run = try await bench.run("lint --fences fences.geojson --repair --output fixed.geojson")
        #expect(run.errorOutput.contains("repaired, with 25.0 % less area"), "\(run.errorOutput)")
    }

    @Test func `--repair writes nothing if the input is incomplete`() async throws {
        let whole = Samples.collection([Samples.square("a"), Samples.bowtie("b"), Samples.square("c")])
        let bench = try Workbench(fences: String(whole.dropLast(20)))
        let run = try await bench.run("lint --fences fences.geojson --repair --output fixed.geojson")
        #expect(run.status == 1)
        #expect(run.errorOutput.contains("fixed.geojson was not written"), "\(run.errorOutput)")
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }
}
