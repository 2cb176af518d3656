import GEOS
import Geofencing
import Testing

@Suite struct FenceValidatorRepairTests {
    let validator: FenceValidator

    init() throws { validator = try FenceValidator() }

    private func polygon(_ corners: [(Double, Double)]) throws -> Polygon {
        try Polygon(corners.map { Coordinate(latitude: $0.1, longitude: $0.0) })
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

    @Test func `overlapping polygons become one`() throws {
        let both = try [
            polygon([(0, 0), (2, 0), (2, 2), (0, 2)]), polygon([(1, 1), (3, 1), (3, 3), (1, 3)]),
        ]
        let repair = try validator.repaired(Geofence("t", .multiPolygon(both)))
        guard case .polygon(let one) = repair.geofence.region else {
            Issue.record("\(repair.geofence.region)")
            return
        }
        #expect(one.exterior.count == 9)
        #expect(repair.areaChange == (7.0 - 8) / 7)
    }

    @Test func `a valid geofence stays as it is`() throws {
        let fence = Geofence("t", .polygon(try polygon([(178, 0), (-178, 0), (-178, 2), (178, 2)])))
        let repair = try validator.repaired(fence)
        #expect(repair.geofence == fence)
        #expect(repair.areaChange == 0)
    }

    @Test func `a bowtie across the antimeridian is repaired where it is`() throws {
        let fence = Geofence("t", .polygon(try polygon([(178, 0), (-178, 4), (-178, 0), (178, 4)])))
        let repair = try validator.repaired(fence)
        #expect(validator.findings(in: repair.geofence).isEmpty)
        let index = try ReferenceIndex(table: FenceTable([repair.geofence]))
        var worker = try index.makeWorker()
        var hits = HitList()
        var memo = LookupMemo()
        let found = [(179.0, 2.0), (-179, 2), (-180, 3.5), (-180, 2), (0, 2)].map { x, y in
            _ = index.lookUp(x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
            return hits.count
        }
        #expect(found == [1, 1, 0, 1, 0])
    }

    @Test func `what has no area cannot be repaired`() throws {
        let line = Geofence("t", .polygon(try polygon([(0, 0), (5, 5), (10, 10)])))
        let empty = Geofence("t", .multiPolygon([]))
        let pole = Geofence("t", .polygon(try polygon([(0, 10), (90, -10), (180, 10), (-90, -10)])))
        let nothing = Geofence("t", .circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(0)))
        for fence in [line, empty, pole, nothing] {
            #expect(throws: GeofenceError.self) { try validator.repaired(fence) }
        }
    }
}
