import TestSupport
import Testing

@testable import Geofencing

@Suite struct PlanarPolygonTests {
    private func layOut(_ corners: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> [PlanarPolygon] {
        try PlanarPolygon(Polygon(corners: corners, holes: holes)).copies
    }

    @Test func `a polygon away from the antimeridian is laid out once and unchanged`() throws {
        let parts = try layOut([(1, 2), (3, 2), (3, 4)])
        #expect(parts.map(\.coordinates) == [[1, 2, 3, 2, 3, 4, 1, 2]])
        #expect(parts.map(\.ringEnds) == [[4]])
        #expect(parts.map(\.box) == [Box(minX: 1, minY: 2, maxX: 3, maxY: 4)])
    }

    @Test func `all notations of a ring across the antimeridian give the same layout`() throws {
        let east = try layOut([(178, 0), (182, 0), (182, 1), (178, 1)])
        let jumping = try layOut([(178, 0), (-178, 0), (-178, 1), (178, 1)])
        let west = try layOut([(-182, 0), (-178, 0), (-178, 1), (-182, 1)])
        let boxes: Set = [Box(minX: 178, minY: 0, maxX: 182, maxY: 1), Box(minX: -182, minY: 0, maxX: -178, maxY: 1)]
        #expect(Set(east.map(\.box)) == boxes)
        #expect(Set(jumping) == Set(east))
        #expect(Set(west) == Set(east))
    }

    @Test func `longitudes up to ±360 in one ring give the same layout, wherever the ring goes`() throws {
        // From 10° west by way of the prime meridian to 160° west.
        let onward = try layOut([(350, 0), (5, 0), (100, 0), (200, 0), (200, 1), (100, 1), (5, 1), (350, 1)])
        let usual = try layOut([(-10, 0), (5, 0), (100, 0), (200, 0), (200, 1), (100, 1), (5, 1), (-10, 1)])
        #expect(Set(onward) == Set(usual))
        // Ends that are written almost two turns apart are 10° apart.
        let mixed = try layOut([(355, 0), (-355, 0), (-355, 1), (355, 1)])
        #expect(try Set(mixed) == Set(layOut([(-5, 0), (5, 0), (5, 1), (-5, 1)])))
    }

    @Test func `a ring that winds around the Earth is laid out in each of its turns`() throws {
        // Two and a half turns east, ever farther north, and back along the other side of the belt.
        let longitudes = (0...10).map { [0.0, 90, 180, -90][$0 % 4] }
        let south = longitudes.enumerated().map { ($1, Double($0)) }
        let north = south.reversed().map { ($0.0, $0.1 + 0.5) }
        let parts = try layOut(south + north)
        #expect(Set(parts.map(\.box.minX)) == [0, -360, -720, -1080])
        let fence = Geofence("belt", .polygon(try Polygon(corners: south + north)))
        for kind in EngineKind.allCases {
            let engine = try GeofenceEngine([fence], engine: kind)
            for (longitude, latitude) in south {
                let place = Coordinate(latitude: latitude + 0.25, longitude: longitude)
                #expect(try engine.geofences(covering: place) == ["belt"], "\(kind), \(place)")
            }
        }
    }

    @Test(arguments: [(16, true), (17, false)])
    func `a ring that winds too often is refused, as there is a copy for each turn`(turns: Int, isLaidOut: Bool) throws
    {
        let south = (0...3 * turns).map { ([0.0, 120, -120][$0 % 3], Double($0)) }
        let ring = south + south.reversed().map { ($0.0, $0.1 + 0.5) }
        guard isLaidOut else {
            #expect(failure { try layOut(ring) }?.message == "the ring winds around the Earth more than 16 times")
            return
        }
        #expect(try layOut(ring).count == turns + 1)
    }

    @Test func `a polygon that ends at the antimeridian is laid out on both sides`() throws {
        let parts = try layOut([(170, 0), (180, 0), (180, 1), (170, 1)])
        #expect(Set(parts.map(\.box.maxX)) == [180, -180])
        let western = try layOut([(-180, 0), (-170, 0), (-170, 1), (-180, 1)])
        #expect(western.map(\.box.minX) == [-180])
    }

    @Test func `the box of the whole world keeps its width`() throws {
        let parts = try layOut([(-180, -90), (180, -90), (180, 90), (-180, 90)])
        #expect(parts.contains { $0.box == Box(minX: -180, minY: -90, maxX: 180, maxY: 90) })
    }

    @Test func `a hole written 360 degrees away is moved to its shell`() throws {
        let shell: [(Double, Double)] = [(178, 0), (184, 0), (184, 6), (178, 6)]
        let near = try layOut(shell, holes: [[(181, 1), (182, 1), (182, 2)]])
        let away = try layOut(shell, holes: [[(-179, 1), (-178, 1), (-178, 2)]])
        #expect(near == away)
        let jumping = try layOut(
            [(178, 0), (-176, 0), (-176, 6), (178, 6)],
            holes: [[(-179, 1), (-178, 1), (-178, 2)]]
        )
        #expect(jumping == near)
    }

    @Test func `a hole that sticks out is placed by its larger part, whichever vertex is first`() throws {
        let shell: [(Double, Double)] = [(-175, 0), (-170, 0), (-170, 10), (-175, 10)]
        let here = [(-175.5, 5.0), (-173, 4), (-173, 6)]
        for turns in [0.0, 360] {
            for first in 0..<3 {
                let hole = (0..<3).map { (here[($0 + first) % 3].0 + turns, here[($0 + first) % 3].1) }
                let parts = try layOut(shell, holes: [hole])
                let wanted = try layOut(shell, holes: [(0..<3).map { here[($0 + first) % 3] }])
                #expect(parts == wanted, "\(turns) \(first)")
                #expect(parts.first?.coordinates.contains(-175.5) == true)
            }
        }
    }

    @Test func `a ring around a pole is closed over the nearer pole`() throws {
        for (latitude, pole) in [(70.0, 90.0), (-70, -90)] {
            let parts = try layOut([(0, latitude), (90, latitude), (180, latitude), (-90, latitude)])
            let first = try #require(parts.first)
            #expect(first.box.maxX - first.box.minX == 360)
            #expect(first.box.contains(x: first.box.minX, y: pole))
            #expect(first.coordinates.prefix(2) == first.coordinates.suffix(2))
        }
    }

    @Test(arguments: [70.0, -70]) func `a ring round a pole is closed where it has no hole`(latitude: Double) throws {
        let pole = latitude > 0 ? 90.0 : -90
        let cap: [(Double, Double)] = [(-180, latitude), (-90, latitude), (0, latitude), (90, latitude)]
        func hole(around longitude: Double) -> [(Double, Double)] {
            [(-5, 2), (-5, 4), (5, 4), (5, 2)].map { east, north in
                let x = longitude + east
                return (x >= 180 ? x - 360 : x, latitude + (pole > 0 ? north : -north))
            }
        }
        for start in cap.indices {
            let shell = Array(cap[start...] + cap[..<start])
            for around in [[180.0], [-90], [180, 90, 0], [180, -90, 92]] {
                let fence = Geofence(
                    "cap",
                    .polygon(try Polygon(corners: shell, holes: around.map { hole(around: $0) }))
                )
                let engine = try GeofenceEngine([fence])
                func covers(_ longitude: Double, _ north: Double) throws -> Bool {
                    let place = Coordinate(latitude: latitude + (pole > 0 ? north : -north), longitude: longitude)
                    return try !engine.geofences(covering: place).isEmpty
                }
                for longitude in [180.0, -177, 177, -90, -88, 90, 93, 0, 2] {
                    let isInHole = around.contains { abs(($0 - longitude).remainder(dividingBy: 360)) < 5 }
                    #expect(try covers(longitude, 3) == !isInHole, "\(shell), \(around), \(longitude)")
                    #expect(try covers(longitude, 1) && covers(longitude, 5) && !covers(longitude, -1))
                }
            }
        }
    }

    @Test(arguments: [70.0, -70])
    func `a ring around a pole may fold back anywhere, whichever vertex is first`(latitude: Double) throws {
        let away = latitude > 0 ? -10.0 : 10
        // It turns back from -170 to 165 below itself; in the second, every meridian of a vertex meets it elsewhere.
        typealias Ring = [(Double, Double)]
        let (near, below, low) = (latitude, latitude + away, latitude + 2 * away)
        let folded: Ring = [
            (165, below), (-170, below), (-170, near), (-90, near), (0, near), (90, near), (150, near), (150, low),
        ]
        let middle = latitude + away / 2
        let everywhere: Ring = [
            (165, below), (-170, below), (-170, near), (-100, near), (-100, below), (-120, below), (-120, low),
            (60, low), (60, below), (40, below), (40, near), (175, near), (175, middle), (165, middle),
        ]
        for ring in [folded, everywhere] {
            var answers: Set<[Bool]> = []
            for start in ring.indices {
                let forward = Array(ring[start...] + ring[..<start])
                for turned in [forward, forward.reversed()] {
                    let fence = Geofence("cap", .polygon(try Polygon(corners: turned)))
                    #expect(try FenceValidator().findings(in: fence).isEmpty, "\(turned)")
                    let engine = try GeofenceEngine([fence])
                    let covered = try stride(from: -179.5, to: 180, by: 4).flatMap { longitude in
                        try [0.5, -0.5, -4.5, -9.5, -10.5, -19.5, -20.5].map { above in
                            let place = Coordinate(latitude: latitude - above * away / 10, longitude: longitude)
                            return try !engine.geofences(covering: place).isEmpty
                        }
                    }
                    answers.insert(covered)
                }
            }
            #expect(answers.count == 1)
        }
    }

    @Test func `a ring around a pole that crosses itself beyond its first vertex is an error`() throws {
        let ring = [(170.0, 70.0), (-90, 70), (0, 70), (90, 70), (-170, 75), (-160, 60), (165, 65)]
        for start in ring.indices {
            let fence = Geofence("cap", .polygon(try Polygon(corners: Array(ring[start...] + ring[..<start]))))
            let errors = try FenceValidator().findings(in: fence).filter { $0.severity == .error }
            #expect(errors.map(\.code) == [.selfIntersection], "\(start)")
        }
    }

    @Test func `a hole around a pole is an error, but a belt drawn as one ring is not`() throws {
        let (outer, inner) = (
            [(-180.0, 60.0), (-90, 60), (0, 60), (90, 60)], [(-180.0, 80.0), (-90, 80), (0, 80), (90, 80)]
        )
        #expect {
            try layOut(outer, holes: [inner])
        } throws: { error in
            let error = error as? GeofenceError
            return error?.location?.ring == 1 && error?.recoverySuggestion.contains("one ring") == true
        }
        let belt = outer + [(180, 60), (180, 80)] + inner.reversed()
        let engine = try GeofenceEngine([Geofence("belt", .polygon(try Polygon(corners: belt)))])
        for (latitude, isCovered) in [(59.0, false), (61, true), (79, true), (81, false), (90, false)] {
            for longitude in [-180.0, -179, 0, 45, 179] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                #expect(try engine.geofences(covering: place).isEmpty == !isCovered, "\(place)")
            }
        }
    }

    @Test(arguments: [1.0, -1])
    func `a ring around the Earth with an edge at the pole is closed by that edge`(side: Double) throws {
        let bottom: [(Double, Double)] = [(-180, 70), (-90, 70), (0, 70), (90, 70)].map { ($0.0, side * $0.1) }
        // As files have it that are cut a little beside the antimeridian, and a cap without a sector.
        let closings: [[(Double, Double)]] = [
            [(179.9999, side * 70), (179.9999, side * 90), (-180, side * 90)],
            [(170, side * 70), (170, side * 90), (60, side * 90), (-180, side * 90)],
            [(135, side * 70), (135, side * 90), (-180, side * 90)],
        ]
        for closing in closings {
            let east = try #require(closing.first).0
            for drawn in [bottom + closing, (bottom + closing).reversed()] {
                for start in drawn.indices {
                    let shell = try Polygon(corners: Array(drawn[start...] + drawn[..<start]))
                    #expect(try FenceValidator().findings(in: Geofence("cap", .polygon(shell))).isEmpty, "\(drawn)")
                    let engine = try GeofenceEngine([Geofence("cap", .polygon(shell))])
                    for longitude in [-180.0, -179.9, -90, 0, 134, 136, 171, 179.99, 179.99995] {
                        for (latitude, isBeyond) in [(69.9, false), (70.1, true), (89.9, true)] {
                            let place = Coordinate(latitude: side * latitude, longitude: longitude)
                            let isCovered = isBeyond && longitude <= east
                            #expect(try engine.geofences(covering: place).isEmpty != isCovered, "\(drawn), \(place)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [1.0, -1])
    func `the edge at a pole that runs backward is taken the long way`(side: Double) throws {
        // From 160 by 180 on to 380; the first of its edges at the pole is written 330 long and is 30.
        let corners: [(Double, Double)] = [
            (160, 70), (160, 90), (-170, 90), (20, 90), (20, 70), (-60, 70), (-130, 70),
        ]
        let drawn = corners.map { ($0.0, side * $0.1) }
        for shell in [drawn, drawn.reversed()] {
            for start in shell.indices {
                let polygon = try Polygon(corners: Array(shell[start...] + shell[..<start]))
                let engine = try GeofenceEngine([Geofence("cap", .polygon(polygon))])
                for longitude in [161.0, 179, -170, -100, 0, 19, 21, 90, 159] {
                    let place = Coordinate(latitude: side * 80, longitude: longitude)
                    let isCovered = !(20...160).contains(longitude)
                    #expect(try engine.geofences(covering: place).isEmpty != isCovered, "\(shell), \(place)")
                }
            }
        }
    }

    @Test func `a ring around the Earth that could mean either pole is an error`() {
        #expect {
            try layOut([(0, 10), (90, -10), (180, 10), (-90, -10)])
        } throws: { error in
            let error = error as? GeofenceError
            return error?.code == .invalidPolygon && error?.location?.ring == 0
        }
    }
}
