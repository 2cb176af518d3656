import Foundation
import Testing

@testable import Geofencing

/// A place to ask about.
struct Place: Hashable {
    var x: Double
    var y: Double
}

/// Random polygons, and places that are hard for them.
enum HardCases {
    /// How many places a suite asks; `GEOFENCE_ORACLE_POINTS` asks for more.
    static let points =
        ProcessInfo.processInfo.environment["GEOFENCE_ORACLE_POINTS"].flatMap { Int($0) } ?? 60_000

    /// A star with 3 ... 500 corners; its numbers have `decimals` decimals, or all digits.
    static func ring(
        _ generator: inout SplitMix64,
        center: Place,
        radius: Double,
        corners: Int,
        inner: Double,
        decimals: Int?
    ) -> [Coordinate] {
        let phase = generator.uniform(0...1)
        let scale = decimals.map { pow(10.0, Double($0)) }
        func rounded(_ value: Double) -> Double { scale.map { (value * $0).rounded() / $0 } ?? value }
        return (0..<corners).map { corner in
            let angle = 2 * Double.pi * (Double(corner) + phase) / Double(corners)
            let length = radius * generator.uniform(inner...1)
            return Coordinate(
                latitude: rounded(center.y + length * sin(angle)),
                longitude: rounded(center.x + length * cos(angle))
            )
        }
    }

    /// Polygons with and without holes and multipolygons, overlapping, in a box of about 4 degrees around `center`.
    static func fences(count: Int, around center: Place, _ generator: inout SplitMix64) -> [Geofence] {
        var fences: [Geofence] = []
        while fences.count < count {
            let decimals = [nil, 6, 2][Int(generator.next() % 3)]
            func polygon() -> Polygon? {
                let middle = Place(
                    x: center.x + generator.uniform(-2...2),
                    y: center.y + generator.uniform(-2...2)
                )
                let corners = Int(pow(2, generator.uniform(1.6...9)))
                let radius = generator.uniform(0.02...1.2)
                let exterior = ring(
                    &generator,
                    center: middle,
                    radius: radius,
                    corners: corners,
                    inner: 0.5,
                    decimals: decimals
                )
                var holes: [[Coordinate]] = []
                if generator.next() % 3 == 0, corners >= 8 {
                    holes = [
                        ring(
                            &generator,
                            center: middle,
                            radius: radius * 0.3,
                            corners: 3 + Int(generator.next() % 20),
                            inner: 0.3,
                            decimals: decimals
                        )
                    ]
                }
                return try? Polygon(exterior, holes: holes)
            }
            let region: Geofence.Region?
            if generator.next() % 4 == 0 {
                let members = (0..<3).compactMap { _ in polygon() }
                region = members.isEmpty ? nil : .multiPolygon(members)
            } else {
                region = polygon().map { .polygon($0) }
            }
            if let region { fences.append(Geofence(.init("\(fences.count)"), region)) }
        }
        return fences
    }

    /// Circles of 50 m to `largest` meters with centers in a box of 4 degrees around `center`.
    static func circles(
        count: Int,
        named prefix: String,
        largest: Double,
        around center: Place,
        _ generator: inout SplitMix64
    ) -> [Geofence] {
        (0..<count).map { number in
            let latitude = generator.uniform(center.y - 2...center.y + 2)
            let longitude = generator.uniform(center.x - 2...center.x + 2)
            let radius = Distance.meters(generator.uniform(50...largest))
            return Geofence(
                .init("\(prefix)\(number)"),
                .circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
            )
        }
    }

    /// An index of geofences that is expected to answer as GEOS does at places that are hard for it.
    static func checkedIndex(
        of fences: [Geofence],
        limits: CellLimits? = nil,
        points: Int = 4000,
        seed: UInt64
    ) throws -> CellIndex {
        var generator = SplitMix64(seed: seed)
        let table = try FenceTable(fences)
        let index = CellIndex(table: table, limits: limits)
        let reference = try ReferenceIndex(table: table)
        let places = places(index, count: points, &generator)
        #expect(
            try disagreements(CellLookup(index), ReferenceLookup(reference), places).isEmpty,
            "seed \(seed)"
        )
        return index
    }

    /// Vertices, middles of edges, places on edges, their neighbors in floating point, rows and columns through
    /// vertices, sides and corners of cells, and as many places anywhere.
    static func places(_ index: CellIndex, count: Int, _ generator: inout SplitMix64) -> [Place] {
        let table = index.table
        let vertices = table.coordinates.count / 2
        var box = Box.empty
        for part in table.parts { box.enlarge(part.box) }
        var places: [Place] = []
        func add(_ place: Place) {
            let x = place.x >= 180 ? place.x - 360 : place.x < -180 ? place.x + 360 : place.x
            if place.y >= -90, place.y <= 90 { places.append(Place(x: x, y: place.y)) }
        }
        func nudged(_ value: Double) -> Double {
            switch generator.next() % 5 {
            case 0: value.nextUp
            case 1: value.nextDown
            case 2: value.nextUp.nextUp.nextUp
            case 3: value.nextDown.nextDown.nextDown
            default: value
            }
        }
        func anywhere() -> Place {
            Place(x: generator.uniform(box.minX...box.maxX), y: generator.uniform(box.minY...box.maxY))
        }
        while places.count < count {
            let ring = table.rings[Int(generator.next() % UInt64(table.rings.count))]
            let edge = ring.firstVertex + Int(generator.next() % UInt64(ring.vertexCount - 1))
            precondition(edge + 1 < vertices)
            let a = Place(x: table.coordinates[2 * edge], y: table.coordinates[2 * edge + 1])
            let b = Place(x: table.coordinates[2 * edge + 2], y: table.coordinates[2 * edge + 3])
            add(a)
            add(Place(x: nudged(a.x), y: nudged(a.y)))
            add(Place(x: nudged((a.x + b.x) / 2), y: nudged((a.y + b.y) / 2)))
            let share = generator.uniform(0...1)
            let on = Place(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
            add(on)
            add(Place(x: nudged(on.x), y: nudged(on.y)))
            add(Place(x: anywhere().x, y: nudged(a.y)))
            add(Place(x: nudged(a.x), y: anywhere().y))
            // The nearest corner of some cells around the place, and a place on one of their sides.
            let level = min(index.grid.deepestLevel, 6 + Int(generator.next() % 14))
            let side = index.grid.side(level: level)
            let column = Int((on.x - index.grid.edgeX(column: 0, level: level)) / side)
            let row = Int((on.y - index.grid.edgeY(row: 0, level: level)) / side)
            if column >= 0, row >= 0 {
                let corner = Place(
                    x: index.grid.edgeX(column: column, level: level),
                    y: index.grid.edgeY(row: row, level: level)
                )
                add(Place(x: nudged(corner.x), y: nudged(corner.y)))
                add(Place(x: nudged(corner.x), y: on.y))
                add(Place(x: on.x, y: nudged(corner.y)))
            }
            for _ in 0..<10 { add(anywhere()) }
        }
        return places
    }

    /// The answers of an index, each looked up afresh.
    static func answers(_ lookup: some PlaceLookup, _ places: [Place]) -> [[UInt32]] {
        var lookup = lookup
        var hits = HitList()
        return places.map { place in
            var memo = LookupMemo()
            _ = lookup.lookUp(x: place.x, y: place.y, memo: &memo, hits: &hits)
            return hits.fences
        }
    }

    /// The places at which two indexes do not agree.
    static func disagreements(_ one: some PlaceLookup, _ other: some PlaceLookup, _ places: [Place]) -> [Place] {
        var one = one
        var other = other
        var hits = HitList()
        var otherHits = HitList()
        return places.filter { place in
            var memo = LookupMemo()
            var otherMemo = LookupMemo()
            // A fresh memo knows nothing, but the cell index may call nothing covered a known answer only if it is.
            hits.removeAll()
            _ = one.lookUp(x: place.x, y: place.y, memo: &memo, hits: &hits)
            otherHits.removeAll()
            _ = other.lookUp(x: place.x, y: place.y, memo: &otherMemo, hits: &otherHits)
            return hits.fences != otherHits.fences
        }
    }
}
