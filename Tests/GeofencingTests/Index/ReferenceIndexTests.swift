import GEOS
import Testing

@testable import Geofencing

@Suite struct ReferenceIndexTests {
    /// 1/1024 of a degree: sums of such numbers are exact in binary.
    static let step = 0x1p-10

    /// A longitude in -180 ..< 180.
    private static func wrapped(_ longitude: Double) -> Double {
        var x = longitude
        while x >= 180 { x -= 360 }
        while x < -180 { x += 360 }
        return x
    }

    /// A star-shaped ring with corners on the dyadic grid, as offsets from its center.
    private static func ring(
        _ generator: inout SplitMix64,
        radius: ClosedRange<Double>,
        corners: Int
    ) -> [(x: Double, y: Double)] {
        // Directions in turn round the square, so that no sine is needed.
        (0..<corners).map { corner in
            let t = 8 * Double(corner) / Double(corners)
            let direction: (x: Double, y: Double) =
                switch t {
                case ..<2: (1, t - 1)
                case ..<4: (3 - t, 1)
                case ..<6: (-1, 5 - t)
                default: (t - 7, -1)
                }
            let length = generator.uniform(radius)
            return (
                (direction.x * length / step).rounded() * step, (direction.y * length / step).rounded() * step
            )
        }
    }

    private struct Shape {
        var x: Double
        var y: Double
        var exterior: [(x: Double, y: Double)]
        var hole: [(x: Double, y: Double)]

        /// The polygon moved east by `shift`; `wraps` writes each vertex in -180 ..< 180, else the ring runs on.
        func polygon(shift: Double, wraps: Bool) throws -> Polygon {
            let center = wrapped(x + shift)
            func coordinates(_ ring: [(x: Double, y: Double)]) -> [Coordinate] {
                ring.map { Coordinate(latitude: y + $0.y, longitude: wraps ? wrapped(center + $0.x) : center + $0.x) }
            }
            return try Polygon(coordinates(exterior), holes: [coordinates(hole)])
        }
    }

    private static func shapes(count: Int, _ generator: inout SplitMix64) -> [Shape] {
        (0..<count).map { _ in
            Shape(
                x: (generator.uniform(-180...180) / step).rounded() * step,
                y: (generator.uniform(-60...60) / step).rounded() * step,
                exterior: ring(&generator, radius: 10...25, corners: 4 + Int(generator.next() % 40)),
                hole: ring(&generator, radius: 1...3, corners: 4 + Int(generator.next() % 10))
            )
        }
    }

    /// Corners, middles of edges and random places, all on the dyadic grid.
    private static func places(_ shapes: [Shape], count: Int, _ generator: inout SplitMix64) -> [(Double, Double)] {
        var places: [(Double, Double)] = []
        for shape in shapes {
            for ring in [shape.exterior, shape.hole] {
                for (a, b) in zip(ring, ring.dropFirst()) {
                    places.append((shape.x + a.x, shape.y + a.y))
                    places.append((shape.x + (a.x + b.x) / 2, shape.y + (a.y + b.y) / 2))
                }
            }
        }
        for _ in 0..<count {
            let x = (generator.uniform(-180...180) / step).rounded() * step
            places.append((x, (generator.uniform(-85...85) / step).rounded() * step))
        }
        return places
    }

    private static func answers(_ fences: [Geofence], _ places: [(Double, Double)]) throws -> [[UInt32]] {
        let lookup = try ReferenceLookup(ReferenceIndex(table: FenceTable(fences)))
        var hits = HitList()
        var memo = LookupMemo()
        return places.map { place in
            let looked = lookup.lookUp(x: wrapped(place.0), y: place.1, memo: &memo, hits: &hits)
            precondition(looked)
            return hits.fences
        }
    }

    private static func fences(_ shapes: [Shape], shift: Double, wraps: Bool) throws -> [Geofence] {
        try shapes.enumerated().map { number, shape in
            Geofence(.init("\(number)"), .polygon(try shape.polygon(shift: shift, wraps: wraps)))
        }
    }

    @Test func `shifting all longitudes changes no answer`() throws {
        let seed: UInt64 = 42
        var generator = SplitMix64(seed: seed)
        let shapes = Self.shapes(count: 40, &generator)
        let places = Self.places(shapes, count: 1000, &generator)
        let expected = try Self.answers(try Self.fences(shapes, shift: 0, wraps: false), places)
        #expect(expected.contains { $0.count > 1 })
        for shift in [0, 0x1p-10, 17.25, 90, 179.5 + 0x1p-10, 180, 270, 359.75] {
            let moved = places.map { ($0.0 + shift, $0.1) }
            for wraps in [false, true] {
                let found = try Self.answers(try Self.fences(shapes, shift: shift, wraps: wraps), moved)
                #expect(found == expected, "seed \(seed), shift \(shift), wraps \(wraps)")
            }
        }
    }

    @Test func `answers agree with GEOS without a tree or prepared geometries`() throws {
        let seed: UInt64 = 7
        var generator = SplitMix64(seed: seed)
        let shapes = Self.shapes(count: 25, &generator)
        let places = Self.places(shapes, count: 500, &generator)
        let fences = try Self.fences(shapes, shift: 0, wraps: false)
        let found = try Self.answers(fences, places)
        let context = try Context()
        var expected = [[UInt32]](repeating: [], count: places.count)
        for (slot, shape) in shapes.enumerated() {
            for planar in try PlanarPolygon(shape.polygon(shift: 0, wraps: false)).copies {
                let flat = FlatPolygon(coordinates: planar.coordinates, ringEnds: planar.ringEnds)
                let polygon = try Geometry(flat, context: context)
                for (number, place) in places.enumerated() {
                    let point = Geometry(pointX: Self.wrapped(place.0), y: place.1, context: context)
                    if try polygon.covers(point) { expected[number].append(UInt32(slot)) }
                }
            }
        }
        #expect(found == expected, "seed \(seed)")
    }

    @Test func `a geofence of several parts is found once`() throws {
        let square = try Polygon([
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 2),
            Coordinate(latitude: 2, longitude: 2), Coordinate(latitude: 2, longitude: 0),
        ])
        let circle = Geofence.Region.circle(center: Coordinate(latitude: 1, longitude: 1), radius: .meters(1000))
        let fences = [
            Geofence("b", circle), Geofence("c", .multiPolygon([square, square])), Geofence("a", .polygon(square)),
        ]
        #expect(try Self.answers(fences, [(1, 1), (2, 2), (3, 3)]) == [[0, 1, 2], [1, 2], []])
    }

    @Test func `a table without geofences covers nothing`() throws {
        #expect(try Self.answers([], [(0, 0)]) == [[]])
    }

    @Test func `circles are found wherever they cover, even across the antimeridian`() throws {
        let seed: UInt64 = 3
        var generator = SplitMix64(seed: seed)
        let fences = (0..<50).map { number in
            let center = Coordinate(
                latitude: generator.uniform(-90...90),
                longitude: number < 25 ? generator.uniform(-180...180) : 180 - generator.uniform(0...0.5)
            )
            return Geofence(.init("\(number)"), .circle(center: center, radius: .meters(generator.uniform(1...3e6))))
        }
        let places = (0..<2000).map { _ in (generator.uniform(-180...180), generator.uniform(-90...90)) }
        let table = try FenceTable(fences)
        let expected = places.map { place in
            table.circles.filter { $0.circle.covers(x: Self.wrapped(place.0), y: place.1) }.map(\.fence)
        }
        #expect(try Self.answers(fences, places) == expected, "seed \(seed)")
    }
}
