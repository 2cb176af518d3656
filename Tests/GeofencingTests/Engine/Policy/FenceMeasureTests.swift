import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct FenceMeasureTests {
    @Test(arguments: [UInt64(41), 42]) func `nearby distances match the geodesic to a decimeter and the bounds hold`(
        seed: UInt64
    ) throws {
        let fences = Array(MetroScenario(seed: seed, geofences: 60).geofences)
        let table = try FenceTable(fences)
        let tree = NearestTree(table: table)
        let boundaries = BoundaryTree(table)
        var scratch = NearestScratch()
        var random = SplitMix64(seed: seed)
        var compared = 0
        for slot in fences.indices {
            let box = table.boxes(ofFence: slot)[0]
            var clearance = Clearance()
            for _ in 0..<30 {
                let place = Coordinate(
                    latitude: Double.random(in: box.minY - 0.01...box.maxY + 0.01, using: &random),
                    longitude: Double.random(in: box.minX - 0.01...box.maxX + 0.01, using: &random)
                )
                // Outside is as good as inside for how far the boundary is.
                let exact = abs(
                    tree.distance(from: place, toFence: UInt32(slot), isInside: false, scratch: &scratch)
                )
                if let near = boundaries.distance(from: place, toFence: slot, upTo: .infinity) {
                    #expect(abs(near - exact) < 0.1, "seed \(seed), \(fences[slot].id)")
                    compared += 1
                }
                let bounds = clearance.bounds(at: place, isCovered: false)
                #expect(bounds.least <= exact && exact <= bounds.most, "seed \(seed), \(fences[slot].id)")
                // What is measured up to a limit says no more than that, and forgets nothing.
                let limit = Double.random(in: 1...2000, using: &random)
                let measured = min(exact, limit)
                clearance = Clearance(place, distance: measured, upTo: limit, within: bounds)
                #expect(clearance.least <= exact && exact <= clearance.most, "seed \(seed), \(fences[slot].id)")
            }
        }
        #expect(compared > 1000, "seed \(seed)")
    }

    @Test(arguments: [178, 179, 179.5, 179.99, -179.995, -180, -179, 0, -0.005])
    func `crossing a polygon at the antimeridian is timed as exactly as elsewhere`(longitude: Double) throws {
        func place(_ east: Double, _ north: Double) -> Coordinate {
            Coordinate(latitude: 10 + north, longitude: longitude + east)
        }
        let corners = [place(0, 0), place(0.01, 0), place(0.01, 0.01), place(0, 0.01)]
        let fence = Geofence("p", .polygon(try Polygon(corners, holes: [])))
        let engine = try GeofenceEngine([fence], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        func time(_ from: Coordinate, _ to: Coordinate, isExit: Bool) -> Int64 {
            func sighting(_ time: Int64, _ place: Coordinate) -> Sighting {
                let turned = (place.longitude + 540).truncatingRemainder(dividingBy: 360) - 180
                return Sighting(time: time, coordinate: Coordinate(latitude: place.latitude, longitude: turned))
            }
            return measure.crossing(from: sighting(0, from), to: sighting(60_000, to), of: 0, isExit: isExit)
        }
        let (outside, inside) = (place(0.012, 0.002), place(0.006, 0.001))
        #expect(abs(time(outside, inside, isExit: false) - 20_000) <= 1)
        #expect(abs(time(inside, outside, isExit: true) - 40_000) <= 1)
        #expect(abs(time(place(0.005, -0.01), place(0.005, 0.005), isExit: false) - 40_000) <= 1)
    }

    @Test(arguments: [0.0, -90, 1.6])
    func `a path across the antimeridian crosses a polygon beyond it as exactly as elsewhere`(shift: Double) throws {
        func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
            let turned = (longitude + shift + 540).truncatingRemainder(dividingBy: 360) - 180
            return Coordinate(latitude: latitude, longitude: turned)
        }
        let corners = [place(178, 60), place(178.75, 60), place(178.75, 60.5), place(178, 60.5)]
        let fence = Geofence("p", .polygon(try Polygon(corners, holes: [])))
        let engine = try GeofenceEngine([fence], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        let outside = Sighting(time: 0, coordinate: place(180.25, 60.75))
        let inside = Sighting(time: 600_000, coordinate: place(178.25, 60.25))
        #expect(abs(measure.crossing(from: outside, to: inside, of: 0, isExit: false) - 450_000) <= 1)
        let back = Sighting(time: 1_200_000, coordinate: outside.coordinate)
        #expect(abs(measure.crossing(from: inside, to: back, of: 0, isExit: true) - 750_000) <= 1)
    }

    @Test(arguments: [10, -89.9]) func `a polygon split at the antimeridian is as large as in one piece`(
        latitude: Double
    ) throws {
        func rectangle(_ west: Double, _ east: Double) throws -> Polygon {
            let corners = [(west, 0.0), (east, 0), (east, 0.01), (west, 0.01)].map { x, y in
                Coordinate(latitude: latitude + y, longitude: x)
            }
            return try Polygon(corners, holes: [])
        }
        let here = try rectangle(9.99, 10.01)
        let whole = try rectangle(179.99, -179.99)
        let (west, east) = (try rectangle(179.99, 180), try rectangle(-180, -179.99))
        let elsewhere = try rectangle(20, 20.01)
        let fences = [
            Geofence("here", .polygon(here)), Geofence("whole", .polygon(whole)),
            Geofence("cut", .multiPolygon([west, east])), Geofence("half", .polygon(west)),
            Geofence("two", .multiPolygon([elsewhere, east])),
        ]
        let engine = try GeofenceEngine(fences, rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        let sizes = try fences.map { measure.scale(try #require(engine.snapshot.handle(of: $0.id))) }
        #expect(abs(sizes[1] - sizes[0]) < 1e-6 && abs(sizes[2] - sizes[0]) < 1e-6, "\(sizes)")
        // Along the antimeridian, with nothing on the other side, is a boundary as anywhere.
        #expect(sizes[3] < 0.9 * sizes[0] && abs(sizes[4] - sizes[3]) < 1e-6, "\(sizes)")
    }

    @Test(arguments: [60.0, 80, 89.9993, -89.9993])
    func `around a pole distance and size do not depend on where the ring starts`(latitude: Double) throws {
        var random = SplitMix64(seed: 61)
        let pole = Coordinate(latitude: latitude > 0 ? 90 : -90, longitude: 0)
        let radius = pole.distance(to: Coordinate(latitude: latitude, longitude: 0)).meters
        for start in [0, 10, 10.1, 17.3, 17.3076498, 98.2339, 180] + (0..<50).map({ _ in random.uniform(0...180) }) {
            let corners = (0..<60).map { number in
                let longitude = start + 6 * Double(number)
                return Coordinate(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
            }
            let engine = try GeofenceEngine([Geofence("cap", .polygon(try Polygon(corners)))])
            // On the meridian of the first vertex, where the ring is closed over the pole.
            let place = Coordinate(latitude: (latitude + pole.latitude) / 2, longitude: start)
            let expected = place.distance(to: Coordinate(latitude: latitude, longitude: start)).meters
            let distance = try engine.distance(from: place, to: "cap").meters
            #expect(abs(distance + expected) < 0.002 * expected, "seed 61, \(start)")
            var measure = FenceMeasure(engine.snapshot)
            let size = measure.scale(try #require(engine.snapshot.handle(of: "cap")))
            #expect(abs(size - radius) < 0.05 * radius, "seed 61, \(start): \(size)")
        }
    }

    @Test func `the size of a circle is its radius, that of polygons 2 · area / perimeter of all rings`() throws {
        func corners(_ west: Double, _ width: Double, _ height: Double) -> [Coordinate] {
            [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { x, y in
                Coordinate(latitude: 50 + y - height / 2, longitude: 10 + west + x - width / 2)
            }
        }
        let block = corners(0, 0.004, 0.002)
        let width = block[0].distance(to: block[1]).meters
        let height = block[1].distance(to: block[2]).meters
        let size = width * height / (width + height)
        let twin = try Polygon(corners(1, 0.004, 0.002))
        let fences: [(Geofence.Region, Double)] = [
            (.circle(center: block[0], radius: .meters(123)), 123),
            (.polygon(try Polygon(block)), size),
            // A hole of half the width and height: three quarters of the area, half as much perimeter again.
            (.polygon(try Polygon(block, holes: [corners(0, 0.002, 0.001)])), size / 2),
            (.multiPolygon([try Polygon(block), twin]), size),
            (.multiPolygon([try Polygon(block), try Polygon(corners(1, 0.008, 0.004))]), size * 5 / 3),
        ]
        let engine = try GeofenceEngine(fences.enumerated().map { Geofence(Geofence.ID("\($0)"), $1.0) })
        var measure = FenceMeasure(engine.snapshot)
        for (number, fence) in fences.enumerated() {
            let found = measure.scale(try #require(engine.snapshot.handle(of: Geofence.ID("\(number)"))))
            #expect(abs(found - fence.1) < 0.01 * fence.1, "\(number): \(found), not \(fence.1)")
        }
    }

    @Test func `the size of an off-center ring around a pole matches dense sampling`() throws {
        let corners = [(-60.0, -89.9994), (47, -89.9991), (-160, -89.9996)]
        let ring = try Polygon(corners.map { Coordinate(latitude: $0.1, longitude: $0.0) })
        let engine = try GeofenceEngine([Geofence("cap", .polygon(ring))])
        var measure = FenceMeasure(engine.snapshot)
        let size = measure.scale(try #require(engine.snapshot.handle(of: "cap")))
        // In the plane around the pole, with a thousand places along each edge.
        var (area, perimeter) = (0.0, 0.0)
        let metersPerDegree = 111_693.98
        func place(_ share: Double, _ edge: Int) -> (x: Double, y: Double) {
            let (start, end) = (corners[edge], corners[(edge + 1) % 3])
            let turn = (end.0 - start.0).remainder(dividingBy: 360)
            let radius = (90 + start.1 + share * (end.1 - start.1)) * metersPerDegree
            let angle = (start.0 + share * turn) * .pi / 180
            return (radius * cos(angle), radius * sin(angle))
        }
        for edge in 0..<3 {
            for step in 0..<1000 {
                let (one, next) = (place(Double(step) / 1000, edge), place(Double(step + 1) / 1000, edge))
                area += (one.x * next.y - next.x * one.y) / 2
                perimeter += ((next.x - one.x) * (next.x - one.x) + (next.y - one.y) * (next.y - one.y)).squareRoot()
            }
        }
        #expect(abs(size - 2 * abs(area) / perimeter) < 0.01 * size, "\(size)")
    }

    @Test(arguments: [900.0, 15_000]) func `the crossing of a circle lies on its boundary however long the path is`(
        radius: Double
    ) throws {
        let center = Coordinate(latitude: 50, longitude: 10)
        let circle = Geofence("c", .circle(center: center, radius: .meters(radius)))
        let engine = try GeofenceEngine(checked: [circle], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        for away in [1.2, 2, 3, 20] {
            for azimuth in stride(from: 0.0, to: 360, by: 30) {
                let far = Geodesic.direct(from: center, azimuth: azimuth, distance: away * radius)
                let out = Sighting(time: 0, coordinate: far)
                let inside = Sighting(time: 1_000_000, coordinate: center)
                let way = Segment(from: far, to: center)
                let enter = measure.crossing(from: out, to: inside, of: 0, isExit: false)
                let place = way.coordinate(at: Double(enter) / 1_000_000)
                let distance = Circle.boundaryDistance(from: place, around: center, radius: radius)
                #expect(abs(distance) < 1 + away * radius * 2e-6, "azimuth \(azimuth), \(away)")
                let back = Sighting(time: 1_000_000, coordinate: far)
                let leave = measure.crossing(from: Sighting(time: 0, coordinate: center), to: back, of: 0, isExit: true)
                #expect(abs(enter + leave - 1_000_000) < 3, "azimuth \(azimuth), \(away)")
            }
        }
    }

    @Test(arguments: [52.5, 70, 85, 89.9, 89.99, -89.99])
    func `even near a pole a circle is crossed along a path straight in degrees`(
        latitude: Double
    ) throws {
        let center = Coordinate(latitude: latitude, longitude: 90)
        let circle = Geofence("c", .circle(center: center, radius: .meters(300)))
        let engine = try GeofenceEngine(checked: [circle], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        // Along the parallel of the center, up to half of it round the pole.
        let east = min(170, 0.8 / 111.3 / 0.5 / abs(cos(latitude * .pi / 180)))
        let start = Coordinate(latitude: latitude, longitude: 90 - east)
        let way = Segment(from: start, to: center)
        let times = (out: Sighting(time: 0, coordinate: start), in: Sighting(time: 1_000_000, coordinate: center))
        let enter = measure.crossing(from: times.out, to: times.in, of: 0, isExit: false)
        let place = way.coordinate(at: Double(enter) / 1_000_000)
        #expect(abs(Circle.boundaryDistance(from: place, around: center, radius: 300)) < 0.3)
    }

    @Test func `a device that stops on the far boundary of a circle enters at the near one`() throws {
        let center = Coordinate(latitude: 0, longitude: 0)
        let circle = Geofence("c", .circle(center: center, radius: .meters(100)))
        let engine = try GeofenceEngine(checked: [circle], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        let far = Geodesic.direct(from: center, azimuth: 0, distance: 100)
        let start = Geodesic.direct(from: center, azimuth: 180, distance: 300)
        let (out, end) = (Sighting(time: 0, coordinate: start), Sighting(time: 4000, coordinate: far))
        #expect(abs(measure.crossing(from: out, to: end, of: 0, isExit: false) - 2000) < 3)
    }

    @Test(arguments: [UInt64(45), 46]) func `a measured distance lies within the extent bounds`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fences = Array(MetroScenario(seed: seed, geofences: 60).geofences)
        for number in 0..<200 {
            // Circles and long strips at all latitudes, also where the plane is of no use.
            let center = Coordinate(
                latitude: Double.random(in: -89...89, using: &random),
                longitude: Double.random(in: -179.9...179.9, using: &random)
            )
            let (width, height) = (
                Double.random(in: 0.0001...0.1, using: &random), Double.random(in: 0.0001...0.1, using: &random)
            )
            let corners = [(-1.0, -1.0), (1, -0.5), (0.7, 1), (-0.2, 0.1), (-1, -1)].map { x, y in
                Coordinate(
                    latitude: max(-90, min(90, center.latitude + y * height)),
                    longitude: max(-180, min(180, center.longitude + x * width))
                )
            }
            let radius = Distance.meters(Double.random(in: 1...9000, using: &random))
            fences.append(Geofence(Geofence.ID("circle \(number)"), .circle(center: center, radius: radius)))
            fences.append(Geofence(Geofence.ID("strip \(number)"), .polygon(try Polygon(corners))))
        }
        let engine = try GeofenceEngine(checked: fences, rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        var bounded = [0, 0]
        for fence in fences {
            let handle = try #require(engine.snapshot.handle(of: fence.id))
            let box = engine.snapshot.base.contents.table.boxes(ofFence: Int(handle))[0]
            for _ in 0..<30 {
                let spare = Double.random(in: 0...0.05, using: &random)
                let place = Coordinate(
                    latitude: max(-90, Double.random(in: box.minY - spare...min(90, box.maxY + spare), using: &random)),
                    longitude: max(
                        -180,
                        min(180, Double.random(in: box.minX - spare...box.maxX + spare, using: &random))
                    )
                )
                let isCovered = try engine.geofences(covering: place).contains(fence.id)
                let distance = measure.distance(from: place, to: handle, isCovered: isCovered)
                let bounds = measure.bounds(from: place, to: handle, isCovered: isCovered)
                #expect(
                    bounds.least <= distance && distance <= bounds.most,
                    "seed \(seed), \(fence.id) at \(place): \(distance) is not in \(bounds)"
                )
                if bounds.least > 1 { bounded[0] += 1 }
                if bounds.most < .infinity { bounded[1] += 1 }
            }
        }
        #expect(bounded.allSatisfy { $0 > 1000 }, "seed \(seed): \(bounded)")
    }

    @Test func `a path that only touches the boundary after it has crossed it has the time of the touch, rounded down`()
        throws
    {
        // A square with an arm above the path, one vertex of which hangs down to it.
        let corners = [(0.0, -1.0), (1, -1), (1, 0.5), (2, 0.5), (3, 0), (4, 0.5), (4, 1), (0, 1)]
        let fence = Geofence("p", .polygon(try Polygon(corners: corners.map { ($0.0 / 1024, $0.1 / 1024) })))
        let engine = try GeofenceEngine([fence], rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        func time(from start: Double, to end: Double, isExit: Bool) -> Int64 {
            func sighting(_ time: Int64, _ x: Double) -> Sighting {
                Sighting(time: time, coordinate: Coordinate(latitude: 0, longitude: x / 1024))
            }
            return measure.crossing(from: sighting(0, start), to: sighting(1_000_000, end), of: 0, isExit: isExit)
        }
        // 2.5 of 4.5, and 1.5 of 2 where nothing is touched.
        #expect(time(from: 0.5, to: 5, isExit: true) == 555_555)
        #expect(time(from: 2.5, to: 0.5, isExit: false) == 750_000)
    }

    @Test(arguments: [UInt64(43), 44]) func `a crossing is where the path last meets the boundary`(
        seed: UInt64
    ) throws {
        let fences = Array(MetroScenario(seed: seed, geofences: 200).geofences)
        let engine = try GeofenceEngine(checked: fences, rules: EventRules(policy: .raw))
        var measure = FenceMeasure(engine.snapshot)
        var random = SplitMix64(seed: seed)
        var crossings = 0
        for fence in fences {
            let handle = try #require(engine.snapshot.handle(of: fence.id))
            let box = engine.snapshot.base.contents.table.boxes(ofFence: Int(handle))[0]
            for _ in 0..<20 {
                let start = Coordinate(
                    latitude: Double.random(in: box.minY...box.maxY, using: &random),
                    longitude: Double.random(in: box.minX...box.maxX, using: &random)
                )
                let end = Coordinate(
                    latitude: start.latitude + Double.random(in: -0.005...0.005, using: &random),
                    longitude: start.longitude + Double.random(in: -0.005...0.005, using: &random)
                )
                let isExit = try engine.geofences(covering: start).contains(fence.id)
                guard try engine.geofences(covering: end).contains(fence.id) != isExit else { continue }
                let time = measure.crossing(
                    from: Sighting(time: 0, coordinate: start),
                    to: Sighting(time: 1_000_000, coordinate: end),
                    of: handle,
                    isExit: isExit
                )
                // A few centimeters to either side of it the device is on another side of the boundary.
                let way = Segment(from: start, to: end)
                let before = way.coordinate(at: Double(time - 50) / 1e6)
                let after = way.coordinate(at: Double(time + 50) / 1e6)
                let sides = try [before, after].map { try engine.geofences(covering: $0).contains(fence.id) }
                #expect(sides == [isExit, !isExit], "seed \(seed), \(fence.id) from \(start) to \(end)")
                // From there on it stays on that side.
                let rest = 1_000_000 - Double(time + 50)
                let returns = try (1...50).contains { step in
                    let place = way.coordinate(at: (1_000_000 - rest * Double(50 - step) / 50) / 1e6)
                    return try engine.geofences(covering: place).contains(fence.id) == isExit
                }
                #expect(!returns, "seed \(seed), \(fence.id) from \(start) to \(end)")
                crossings += 1
            }
        }
        #expect(crossings > 300, "seed \(seed)")
    }

    @Test(arguments: [0.0001, 0.001, 0.01]) func `a device from far away that stops on the far side enters there`(
        size: Double
    ) throws {
        var random = SplitMix64(seed: 62)
        for _ in 0..<200 {
            let (west, south) = (Double.random(in: -150...150, using: &random), random.uniform(-60...60))
            // Enough vertices for the sides to be in boxes of their own.
            let sides = [(0.0, 0.0, 1.0, 0.0), (1, 0, 0, 1), (1, 1, -1, 0), (0, 1, 0, -1)]
            let corners = sides.flatMap { side in
                (0..<32).map { step in
                    let share = Double(step) / 32
                    return Coordinate(
                        latitude: south + (side.1 + side.3 * share) * size,
                        longitude: west + (side.0 + side.2 * share) * size
                    )
                }
            }
            let engine = try GeofenceEngine(checked: [Geofence("p", .polygon(try Polygon(corners)))])
            var measure = FenceMeasure(engine.snapshot)
            let latitude = south + size / 2
            let start = Coordinate(latitude: latitude, longitude: west - random.uniform(1...25))
            let end = Coordinate(latitude: latitude, longitude: west + size)
            let (out, last) = (Sighting(time: 0, coordinate: start), Sighting(time: 1_000_000_000, coordinate: end))
            let time = measure.crossing(from: out, to: last, of: 0, isExit: false)
            #expect(time >= 1_000_000_000 - 1, "seed 62, from \(start) to \(end)")
        }
    }

    @Test func `each geofence added later is measured by its own boundary`() throws {
        let engine = try GeofenceEngine([], rules: EventRules(policy: .raw))
        for number in 0..<3 {
            let (x, y) = (Double(number), 10.0)
            let ring = [(0.0, 0.0), (0.002, 0), (0.002, 0.002), (0, 0.002), (0, 0)].map {
                Coordinate(latitude: y + $0.1, longitude: x + $0.0)
            }
            try engine.upsert(Geofence(Geofence.ID("square-\(number)"), .polygon(try Polygon(ring))))
        }
        var measure = FenceMeasure(engine.snapshot)
        for number in 0..<3 {
            let handle = try #require(engine.snapshot.handle(of: Geofence.ID("square-\(number)")))
            let place = Coordinate(latitude: 10.001, longitude: Double(number) - 0.001)
            let distance = measure.distance(from: place, to: handle, isCovered: false)
            #expect(abs(distance - 109.6) < 0.2, "\(number): \(distance)")
        }
    }
}
