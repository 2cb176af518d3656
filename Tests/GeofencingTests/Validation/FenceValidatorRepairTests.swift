import GEOS
import TestSupport
import Testing

@testable import Geofencing

@Suite struct FenceValidatorRepairTests {
    let validator: FenceValidator

    init() throws { validator = try FenceValidator() }

    private func polygon(_ corners: [(Double, Double)]) throws -> Polygon {
        try Polygon(corners: corners)
    }

    @Test func `a bowtie becomes two triangles`() throws {
        let tie = Geofence("t", .polygon(try polygon([(0, 0), (10, 10), (10, 0), (0, 10)])), name: "Tie")
        let repair = try validator.repaired(tie)
        guard case .multiPolygon(let parts) = repair.geofence.region else {
            Issue.record("\(repair.geofence.region)")
            return
        }
        #expect(parts.count == 2)
        #expect(repair.areaChange == 1)
        #expect(repair.geofence.name == "Tie")
        #expect(validator.findings(in: repair.geofence).isEmpty)
    }

    @Test func `overlapping polygons are merged into one`() throws {
        let both = try [
            polygon([(0, 0), (2, 0), (2, 2), (0, 2)]), polygon([(1, 1), (3, 1), (3, 3), (1, 3)]),
        ]
        let repair = try validator.repaired(Geofence("t", .multiPolygon(both)))
        guard case .polygon(let one) = repair.geofence.region else {
            Issue.record("\(repair.geofence.region)")
            return
        }
        #expect(one.exterior.count == 9)
        #expect(repair.areaChange == -1 / 7.0)
    }

    @Test func `a polygon that meets itself across the antimeridian is repaired too`() throws {
        // An ocean around the pole, whose edge from -180 to 179.9 goes the short way.
        let ocean = try polygon([
            (-180, 71), (-180, 90), (179.9, 90), (179.9, 71), (179.5, 70), (90, 75), (0, 72), (-90, 74),
        ])
        let repair = try validator.repaired(Geofence("ocean", .polygon(ocean)))
        #expect(validator.findings(in: repair.geofence).allSatisfy { $0.severity == .warning })
        let engine = try GeofenceEngine([repair.geofence])
        for longitude in [-179.95, -90, 0, 90, 179.7, 179.89] {
            #expect(try engine.geofences(covering: Coordinate(latitude: 80, longitude: longitude)).count == 1)
        }
    }

    @Test func `a hole outside its polygon becomes one, united with others across the antimeridian`() throws {
        let hole = try polygon([(178, 0), (182, 0), (182, 4), (178, 4)]).exterior
        let shell = try polygon([(170, 0), (174, 0), (174, 4), (170, 4)]).exterior
        let parts = [try Polygon(shell, holes: [hole]), try polygon([(-180, 1), (-176, 1), (-176, 2), (-180, 2)])]
        let repair = try validator.repaired(Geofence("t", .multiPolygon(parts)))
        #expect(validator.findings(in: repair.geofence).isEmpty)
        #expect(try validator.repaired(repair.geofence).areaChange == 0)
        // Drawn were 4 square degrees: 16 and 4, less the hole's 16.
        #expect(abs(repair.areaChange - 30.0 / 34) < 1e-12)
        let engine = try GeofenceEngine([repair.geofence])
        for (longitude, count) in [(172.0, 1), (176, 0), (179, 1), (-179, 1), (-177, 1)] {
            let covering = try engine.geofences(covering: Coordinate(latitude: 1.5, longitude: longitude))
            #expect(covering.count == count, "\(longitude)")
        }
    }

    @Test func `a valid geofence stays as it is`() throws {
        let fence = Geofence("t", .polygon(try polygon([(178, 0), (-178, 0), (-178, 2), (178, 2)])))
        let repair = try validator.repaired(fence)
        #expect(repair.geofence == fence)
        #expect(repair.areaChange == 0)
    }

    /// A polygon over the antimeridian is cut there.
    @Test(arguments: [(10.0, 1), (178, 2), (179, 2), (179.5, 2), (180, 1), (-181.5, 2), (358, 1)])
    func `polygons that overlap or share a border are found and merged at any longitude`(
        west: Double,
        count: Int
    ) throws {
        func box(_ x0: Double, _ x1: Double, _ y0: Double, _ y1: Double) throws -> Polygon {
            // Each corner is written where longitudes are.
            try polygon(
                [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map { x, y in
                    ((x + west).remainder(dividingBy: 360), y)
                }
            )
        }
        let overlap = try [box(0, 2, 0, 2), box(1.5, 3, 1, 3)]
        let shared = try [box(0, 1.25, 0, 2), box(1.25, 3, 0, 2)]
        for (parts, corners) in [(overlap, 9), (shared, 7)] {
            let fence = Geofence("t", .multiPolygon(parts))
            #expect(validator.findings(in: fence).map(\.code) == [.overlappingPolygons])
            let repair = try validator.repaired(fence)
            #expect(validator.findings(in: repair.geofence).isEmpty, "\(repair.geofence.region)")
            let merged = repair.geofence.region.polygons.map(\.exterior.count)
            #expect(count == 1 ? merged == [corners] : merged.count == count, "\(repair.geofence.region)")
        }
        #expect(validator.findings(in: Geofence("t", .multiPolygon(try [box(0, 1, 0, 2), box(1.5, 3, 0, 2)]))).isEmpty)
    }

    @Test func `polygons cut at the antimeridian or around a pole share no border there`() throws {
        let cut = try [
            polygon([(178, 0), (180, 0), (180, 2), (178, 2)]), polygon([(-180, 0), (-178, 0), (-178, 2), (-180, 2)]),
        ]
        #expect(validator.findings(in: Geofence("cut", .multiPolygon(cut))).isEmpty)
        let cap = try polygon([(10, 80), (100, 80), (-170, 80), (-80, 80)])
        let fiji = try polygon([(179, -10), (-179, -10), (-179, -8), (179, -8)])
        #expect(validator.findings(in: Geofence("far", .multiPolygon([cap, fiji]))).isEmpty)
    }

    @Test func `a bowtie across the antimeridian is repaired in position`() throws {
        let fence = Geofence("t", .polygon(try polygon([(178, 0), (-178, 4), (-178, 0), (178, 4)])))
        let repair = try validator.repaired(fence)
        #expect(validator.findings(in: repair.geofence).isEmpty)
        let lookup = try ReferenceLookup(ReferenceIndex(table: FenceTable([repair.geofence])))
        var hits = HitList()
        var memo = LookupMemo()
        let found = [(179.0, 2.0), (-179, 2), (-180, 3.5), (-180, 2), (0, 2)].map { x, y in
            _ = lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
            return hits.count
        }
        #expect(found == [1, 1, 0, 1, 0])
    }

    @Test func `faults other than the shape cannot be repaired`() throws {
        let square = Geofence.Region.polygon(try polygon([(0, 0), (1, 0), (1, 1), (0, 1)]))
        let tie = Geofence.Region.polygon(try polygon([(0, 0), (10, 10), (10, 0), (0, 10)]))
        for region in [square, tie] {
            #expect(throws: GeofenceError.self) { try validator.repaired(Geofence("", region)) }
            let error = #expect(throws: GeofenceError.self) {
                try validator.repaired(Geofence("t", region, dwell: .zero))
            }
            #expect(error?.code == .invalidRules && error?.location == InputLocation(geofence: "t"))
        }
    }

    @Test func `a geofence without a valid area cannot be repaired`() throws {
        let line = Geofence("t", .polygon(try polygon([(0, 0), (5, 5), (10, 10)])))
        let empty = Geofence("t", .multiPolygon([]))
        let pole = Geofence("t", .polygon(try polygon([(0, 10), (90, -10), (180, 10), (-90, -10)])))
        let nothing = Geofence("t", .circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(0)))
        for fence in [line, empty, pole, nothing] {
            #expect(throws: GeofenceError.self) { try validator.repaired(fence) }
        }
    }
}
