import Foundation
import TestSupport
import Testing

@Suite struct LocateTests {
    @Test func `swapped latitudes and longitudes are refused before any lookup`() async throws {
        let bench = try Workbench()
        let rows = (0..<20).map { "p\($0),-97.7,30.3" }
        try bench.folder.write((["id,latitude,longitude"] + rows).joined(separator: "\n") + "\n", to: "p.csv")
        for verb in ["locate", "nearest"] {
            let run = try await bench.run("\(verb) --fences fences.geojson --points p.csv")
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errorOutput.contains("latitude and longitude look swapped: 20 of 20"))
        }
    }

    @Test func `axes that are probably swapped cause a warning if no geofence covers any point`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\na,52.5,13.4,100\nb,47.3,8.5,500\n", to: "f.csv")
        try bench.folder.write("latitude,longitude\n13.4,52.5\n8.6,47.4\n60,60\n", to: "p.csv")
        try bench.folder.write("latitude,longitude\n13.4,52.5\n8.6,47.4\n47.3,8.5\n", to: "some.csv")
        try bench.folder.write("latitude,longitude\n13.4,52.5\n8.6,47.4\n50,10\n", to: "near.csv")
        for verb in ["locate", "nearest"] {
            let run = try await bench.run("\(verb) --fences f.csv --points p.csv")
            let warning = "no point is near a geofence, but 2 of 3 would be if latitude and longitude were swapped"
            #expect(run.status == 0 && run.errorOutput.contains("warning: \(warning)"))
            for file in ["some.csv", "near.csv"] {
                let other = try await bench.run("\(verb) --fences f.csv --points \(file)")
                #expect(!other.errorOutput.contains("swapped"))
            }
            #expect(try await bench.run("\(verb) --fences f.csv --points p.csv --quiet").errorOutput.isEmpty)
        }
    }

    @Test func `a file without points causes a warning`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude\n", to: "p.csv")
        for verb in ["locate", "nearest"] {
            let run = try await bench.run("\(verb) --fences fences.geojson --points p.csv")
            #expect(run.status == 0)
            #expect(run.errorOutput.contains("p.csv: warning: no records found"))
        }
    }

    @Test func `each point is listed with the geofences that cover it, by identifier`() async throws {
        let fences = Samples.collection([Samples.square("b"), Samples.square("a"), Samples.square("c, \"d\"")])
        let bench = try Workbench(fences: fences.replacingOccurrences(of: "c, \"d\"", with: #"c, \"d\""#))
        try bench.folder.write("id,lat,lon\nin,0.5,0.5\nout,5,5\ncorner,1,1\n", to: "points.csv")
        let run = try await bench.run("locate --fences fences.geojson --points points.csv")
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "point,geofence", "in,a", "in,b", "in,\"c, \"\"d\"\"\"", "corner,a", "corner,b",
                "corner,\"c, \"\"d\"\"\"",
            ]
        )
    }

    @Test func `a point without an id is named by its row, counting unreadable rows`() async throws {
        let bench = try Workbench()
        try bench.folder.write("latitude,longitude\n0.5,0.5\n91,0\n0.5,2\n", to: "points.csv")
        let run = try await bench.run("locate --fences fences.geojson --points points.csv --output located.csv")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(try bench.folder.text("located.csv") == "point,geofence\n0,square\n2,circle\n")
        #expect(run.errorOutput.contains("points.csv:3:1: warning:"))
        #expect(run.errorOutput.contains("3 read, 2 used, 1 rejected"))
    }

    @Test func `rejected points are counted by reason`() async throws {
        let bench = try Workbench()
        try bench.folder.write("latitude,longitude\n91,0\n0.5,0.5\nn/a,0\n0.5,n/a\n", to: "points.csv")
        for verb in ["locate", "nearest"] {
            let run = try await bench.run("\(verb) --fences fences.geojson --points points.csv")
            let counts =
                "4 read, 1 used, 3 rejected\n           2 rejected: coordinate\n           1 rejected: out_of_range\n"
            #expect(run.status == 0)
            #expect(run.errorOutput.contains(counts), "\(run.errorOutput)")
        }
    }

    @Test func `a trace can be used as points`() async throws {
        let run = try await Workbench().run("locate --fences fences.geojson --points trace.csv")
        #expect(run.lines == ["point,geofence", "1,square", "2,square", "4,square", "5,circle"])
    }

    @Test func `points can be read from standard input`() async throws {
        let run = try await Workbench().run(
            "locate --fences fences.geojson --points - --quiet",
            input: "id,lat,lon\nx,0.5,0.5\n"
        )
        #expect(run.text == "point,geofence\nx,square\n")
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `a points file without a latitude column is 65`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,lon\nx,1\n", to: "points.csv")
        let run = try await bench.run("locate --fences fences.geojson --points points.csv")
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("latitude"))
    }
}
