import Testing

@testable import Geofencing

@Suite struct MetroScenarioTests {
    private static let scenario = MetroScenario(seed: 7, geofences: 300, devices: 25, fixes: 5000)
    private static let geofences = Array(scenario.geofences)
    private static let fixes = Array(scenario.fixes)

    @Test func `seed 7 gives these very bits on every platform`() {
        var geofences = Checksum()
        for geofence in Self.geofences { geofences.add(geofence) }
        #expect(geofences.value == 0x571F_989F_41C0_ADF3)
        var fixes = Checksum()
        for fix in Self.fixes { fixes.add(fix) }
        #expect(fixes.value == 0xD4B9_02D7_7D7F_A7F8)
    }

    @Test func `a geofence does not depend on the number of geofences`() {
        let more = MetroScenario(seed: 7, geofences: 1_000_000)
        #expect(more.geofence(17) == Self.geofences[17])
        #expect(MetroScenario(seed: 8, geofences: 300).geofence(17) != Self.geofences[17])
    }

    @Test func `half are circles, four in ten are stars, one in ten is concave`() {
        let kinds = Dictionary(grouping: Self.geofences) { $0.id.rawValue.prefix { $0 != "-" } }.mapValues(\.count)
        #expect(kinds == ["circle": 150, "star": 120, "concave": 30])
        #expect(Set(Self.geofences.map(\.id)).count == 300)
        #expect(Self.geofences[9].id == "concave-0000010")
        #expect(Self.geofences[9].name == "Concave 10")
    }

    @Test func `only circles are made when circles are requested`() {
        for geofence in MetroScenario(seed: 7, geofences: 40, shapes: .circles).geofences {
            #expect(geofence.circleRadius != nil)
        }
    }

    @Test func `radii are log-uniform between 50 m and 2 km`() {
        let radii = MetroScenario(seed: 7, geofences: 4000, shapes: .circles).geofences.compactMap(\.circleRadius)
        #expect(radii.allSatisfy { (50...2000).contains($0) })
        // The median of a log-uniform radius is the geometric mean of the bounds, 316 m.
        let median = radii.sorted()[radii.count / 2]
        #expect((290...345).contains(median), "the median is \(median)")
    }

    @Test func `stars and concave polygons have the intended sizes`() {
        var concave = 0
        for geofence in Self.geofences {
            guard case .polygon(let polygon) = geofence.region else { continue }
            let count = polygon.exterior.count - 1
            let diameter = polygon.diameter
            if geofence.id.rawValue.hasPrefix("star") {
                #expect((8...64).contains(count))
                #expect((40...4020).contains(diameter))
            } else {
                concave += 1
                #expect((500...5000).contains(count))
                #expect((990...10_050).contains(diameter), "\(geofence.id)")
            }
        }
        #expect(concave == 30)
    }

    @Test func `no polygon touches itself`() {
        for geofence in Self.geofences {
            guard case .polygon(let polygon) = geofence.region else { continue }
            let crossing = RingCrossings(polygon.exterior).first()
            #expect(crossing == nil, "\(geofence.id) with seed 7")
        }
    }

    @Test func `all coordinates lie in the area and have seven decimals`() {
        var places = Self.fixes.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        for geofence in Self.geofences {
            switch geofence.region {
            case .circle(let center, _): places.append(center)
            case .polygon(let polygon): places += polygon.exterior
            case .multiPolygon: Issue.record("no multipolygons are made")
            }
        }
        for place in places {
            #expect(MetroScenario.area.contains(x: place.longitude, y: place.latitude))
            #expect((place.longitude * 1e7).rounded() / 1e7 == place.longitude)
            #expect((place.latitude * 1e7).rounded() / 1e7 == place.latitude)
        }
    }

    @Test func `fixes of all devices are interleaved in time order`() {
        #expect(Self.fixes.count == 5000)
        for (before, after) in zip(Self.fixes, Self.fixes.dropFirst()) {
            #expect((before.time, before.device) < (after.time, after.device))
        }
        #expect(Set(Self.fixes.prefix(200).map(\.device)).count == 25)
        #expect(MetroScenario.deviceID(0) == "device-00001")
    }

    @Test func `a device moves at up to 30 m a second with a fix every 1 to 5 s`() {
        for (device, fixes) in Dictionary(grouping: Self.fixes, by: \.device) {
            #expect(fixes.map(\.sequence) == Array(1...Int64(fixes.count)))
            for (before, after) in zip(fixes, fixes.dropFirst()) {
                let milliseconds = after.time - before.time
                #expect((1000...5000).contains(milliseconds), "device \(device)")
                // Two fixes' noise along both axes is at most 2 * 17.4 m * sqrt(2).
                let way = before.planeDistance(to: after)
                #expect(way <= 30.2 * Double(milliseconds) / 1000 + 50, "device \(device)")
            }
        }
        #expect(Self.fixes.allSatisfy { $0.horizontalAccuracy == 5 })
    }

    @Test func `a long walk stays inside the area and covers much of it`() {
        let long = MetroScenario(seed: 7, geofences: 0, devices: 2, fixes: 40_000)
        var seen = Box.empty
        for fix in long.fixes { seen.enlarge(x: fix.longitude, y: fix.latitude) }
        #expect(MetroScenario.area.contains(x: seen.minX, y: seen.minY))
        #expect(MetroScenario.area.contains(x: seen.maxX, y: seen.maxY))
        #expect(seen.maxX - seen.minX > 0.3)
    }

    @Test func `random points fill the area evenly`() {
        let points = Array(UniformPoints(seed: 7, count: 10_000))
        #expect(points.allSatisfy { MetroScenario.area.contains(x: $0.longitude, y: $0.latitude) })
        #expect(points == Array(UniformPoints(seed: 7, count: 10_000)))
        let west = points.count { $0.longitude < -122 }
        #expect((4800...5200).contains(west))
    }
}

extension Geofence {
    fileprivate var circleRadius: Double? {
        if case .circle(_, let radius) = region { radius.meters } else { nil }
    }
}

extension CompactFix {
    fileprivate func planeDistance(to other: CompactFix) -> Double {
        let shrink = PortableMath.sineAndCosine(turns: latitude / 360).cosine
        let (x, y) = ((other.longitude - longitude) * shrink, other.latitude - latitude)
        return (x * x + y * y).squareRoot() * 111_195.08
    }
}

extension Polygon {
    /// The largest distance of two vertices in meters, good to a percent: the largest width in 32 directions.
    fileprivate var diameter: Double {
        let shrink = PortableMath.sineAndCosine(turns: exterior[0].latitude / 360).cosine
        let points = exterior.map { ($0.longitude * shrink, $0.latitude) }
        let widths = (0..<32).map { direction in
            let (sine, cosine) = PortableMath.sineAndCosine(turns: Double(direction) / 64)
            let shadow = points.map { $0.0 * cosine + $0.1 * sine }
            return (shadow.max() ?? 0) - (shadow.min() ?? 0)
        }
        return (widths.max() ?? 0) * 111_195.08
    }
}
