import TestSupport
import Testing

@Suite struct NearestTests {
    @Test func `the nearest geofences come with signed geodesic distances`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,lat,lon\nmiddle,0.5,0.5\neast,0.5,1.5\n", to: "points.csv")
        let run = try await bench.run("nearest --fences fences.geojson --points points.csv --count 5")
        #expect(run.status == 0)
        #expect(run.lines.first == "point,rank,geofence,distance_m")
        let rows = run.lines.dropFirst().map { $0.split(separator: ",").map(String.init) }
        #expect(
            rows.map { $0.prefix(3).joined(separator: ",") } == [
                "middle,1,square", "middle,2,circle", "east,1,circle", "east,2,square",
            ]
        )
        // Half a degree to the south side along the meridian, and along the parallel, on WGS 84.
        let distances = rows.compactMap { Double($0[3]) }
        #expect(abs(distances[0] + 55_287.15) < 1, "\(distances)")
        #expect(abs(distances[2] - (55_657.8 - 20_000)) < 1, "\(distances)")
        #expect(rows.allSatisfy { $0[3].split(separator: ".").last?.count == 4 })
    }

    @Test func `without --count, one geofence is found`() async throws {
        let run = try await Workbench().run("nearest --fences fences.geojson --points trace.csv")
        #expect(run.lines.count == 7)
        #expect(run.lines.dropFirst().allSatisfy { $0.contains(",1,") })
    }
}
