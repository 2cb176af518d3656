import TestSupport
import Testing

@testable import Geofencing

@Suite struct PassageTests {
    private func square(_ id: Geofence.ID, west: Double = 0, south: Double = 0, size: Double = 1) throws -> Geofence {
        let (east, north) = (west + size, south + size)
        return Geofence(
            id,
            .polygon(
                try Polygon(
                    [west, east, east, west].enumerated().map { index, x in
                        Coordinate(latitude: index < 2 ? south : north, longitude: x)
                    }
                )
            )
        )
    }

    private func passages(
        _ fences: [Geofence],
        from start: (Double, Double),
        to end: (Double, Double)
    ) throws -> [Passage] {
        try GeofenceEngine(fences).passages(
            from: Coordinate(latitude: start.1, longitude: start.0),
            to: Coordinate(latitude: end.1, longitude: end.0)
        )
    }

    @Test func `entry and exit are fractions of the path`() throws {
        let found = try passages([square("a")], from: (-1, 0.5), to: (3, 0.5))
        #expect(found == [Passage("a", 0.25, 0.5)])
    }

    @Test func `a geofence that contains an end of the path is not passed through`() throws {
        #expect(try passages([square("a")], from: (0.5, 0.5), to: (3, 0.5)).isEmpty)
        #expect(try passages([square("a")], from: (-1, 0.5), to: (1, 0.5)).isEmpty)
    }

    @Test func `touching a corner is not a passage, but following an edge is`() throws {
        #expect(try passages([square("a")], from: (-1, 1), to: (1, -1)).isEmpty)
        #expect(try passages([square("a")], from: (-1, 1), to: (3, 1)) == [Passage("a", 0.25, 0.5)])
        // Two ways beside it.
        #expect(try passages([square("a")], from: (-1, 1.000001), to: (3, 1.000001)).isEmpty)
        let circle = Geofence("c", .circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(100)))
        #expect(try passages([circle], from: (-1, 0.000905), to: (1, 0.000905)).isEmpty)
        #expect(try passages([circle], from: (-1, 0.000904), to: (1, 0.000904)).count == 1)
    }

    @Test func `a geofence is passed through each time the path enters`() throws {
        let horseshoe = try Polygon(
            [
                (0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3),
            ].map { Coordinate(latitude: $0.1, longitude: $0.0) }
        )
        let found = try passages([Geofence("u", .polygon(horseshoe))], from: (-1, 2), to: (4, 2))
        #expect(found.map { ($0.entry * 5).rounded() } == [1, 3])
        #expect(found.map { ($0.exit * 5).rounded() } == [2, 4])
    }

    @Test func `a path through a corner shared by two parts is one passage`() throws {
        let parts = try [square("a"), square("b", west: 1, south: 1)].compactMap { fence -> Polygon? in
            if case .polygon(let polygon) = fence.region { polygon } else { nil }
        }
        let found = try passages([Geofence("ab", .multiPolygon(parts))], from: (-1, -1), to: (3, 3))
        #expect(found == [Passage("ab", 0.25, 0.75)])
    }

    @Test func `the path takes the shorter way around the globe`() throws {
        let fences = try [square("near", west: 179.5), square("far", west: 0)]
        let found = try passages(fences, from: (179, 0.5), to: (-179, 0.5))
        #expect(found.map(\.geofence) == ["near"])
        #expect(found.allSatisfy { abs($0.entry - 0.25) < 1e-12 && abs($0.exit - 0.75) < 1e-12 })
    }

    @Test(arguments: [-300.0, -180, -91.5, 45, 179.75, 180])
    func `shifting everything in longitude changes no passage`(turn: Double) throws {
        func moved(_ x: Double) -> Double { remainderOf(x + turn) }
        func found(_ turn: (Double) -> Double) throws -> [Passage] {
            let square = try Polygon(
                [(0, 0), (1, 0), (1, 1), (0, 1)].map {
                    Coordinate(latitude: $0.1, longitude: turn($0.0))
                }
            )
            let circle = Coordinate(latitude: 0.3, longitude: turn(2))
            return try passages(
                [Geofence("a", .polygon(square)), Geofence("c", .circle(center: circle, radius: .kilometers(50)))],
                from: (turn(-1), 0.25),
                to: (turn(3), 0.75)
            )
        }
        let (here, there) = try (found { $0 }, found(moved))
        #expect(here.map(\.geofence) == ["a", "c"] && there.map(\.geofence) == ["a", "c"])
        for (one, other) in zip(here, there) {
            #expect(abs(one.entry - other.entry) < 1e-9 && abs(one.exit - other.exit) < 1e-9)
        }
    }

    private func remainderOf(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

    @Test func `added, changed and removed geofences take effect at once`() throws {
        let engine = try GeofenceEngine([square("a")])
        let (start, end) = (Coordinate(latitude: 0.5, longitude: -1), Coordinate(latitude: 0.5, longitude: 9))
        func ids() throws -> [Geofence.ID] { try engine.passages(from: start, to: end).map(\.geofence) }
        try engine.upsert(square("b", west: 2))
        #expect(try ids() == ["a", "b"])
        for number in 0..<200 { try engine.upsert(square(.init("many-\(number)"), west: 4, size: 2)) }
        #expect(try ids().count == 202)
        try engine.remove("a")
        try engine.upsert(square("b", west: 2, south: 5))
        #expect(try Set(ids()).isDisjoint(with: ["a", "b"]))
    }

    @Test func `a path of zero length has no passages`() throws {
        #expect(try passages([square("a")], from: (5, 5), to: (5, 5)).isEmpty)
    }

    @Test func `an invalid coordinate is an error`() throws {
        #expect(failure { try passages([], from: (0, 91), to: (0, 0)) }?.code == .invalidCoordinate)
    }
}

extension Passage {
    fileprivate init(_ geofence: Geofence.ID, _ entry: Double, _ exit: Double) {
        self.init(geofence: geofence, entry: entry, exit: exit)
    }
}
