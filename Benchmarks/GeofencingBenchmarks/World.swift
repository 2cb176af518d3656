import Geofencing

/// Geofences and points in a box of one degree, the same for the same seed.
struct World {
    /// Half are circles of 100 m to 1 km, half star-shaped polygons of 32 vertices and the same size.
    let geofences: [Geofence]
    /// Random points in the box.
    let places: [Coordinate]
    /// Fixes of 100 devices that move at up to 15 m/s along each axis, in time order.
    let trace: [Fix]

    private static let south = 37.5
    private static let west = -122.5
    private static let metersPerDegree = 111_195.0

    init(geofences count: Int, places: Int = 1 << 16, fixes: Int = 1 << 16) throws {
        var random = Random(state: 7)
        geofences = try (0..<count).map { number in try Self.geofence(number, &random) }
        self.places = (0..<places).map { _ in Self.place(&random) }
        trace = Self.trace(fixes, &random)
    }

    private static func place(_ random: inout Random) -> Coordinate {
        Coordinate(latitude: south + random.unit(), longitude: west + random.unit())
    }

    private static func geofence(_ number: Int, _ random: inout Random) throws -> Geofence {
        let center = place(&random)
        let radius = 100 + 900 * random.unit()
        guard number % 2 == 1 else {
            return Geofence(Geofence.ID("circle-\(number)"), .circle(center: center, radius: .meters(radius)))
        }
        // Rotates by 1/32 of a turn at a time with the addition theorems, so that no sine is needed.
        let (cosine, sine) = (0.980_785_280_403_230_4, 0.195_090_322_016_128_27)
        var (x, y) = (1.0, 0.0)
        var ring: [Coordinate] = []
        for _ in 0..<32 {
            let reach = radius / metersPerDegree * (0.5 + 0.5 * random.unit())
            ring.append(Coordinate(latitude: center.latitude + y * reach, longitude: center.longitude + x * reach))
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        }
        ring.append(ring[0])
        return Geofence(Geofence.ID("polygon-\(number)"), .polygon(try Polygon(ring)))
    }

    private static func trace(_ count: Int, _ random: inout Random) -> [Fix] {
        let names = (0..<100).map { DeviceID("device-\($0)") }
        var places = names.map { _ in place(&random) }
        var steps = names.map { _ in (random.unit() - 0.5, random.unit() - 0.5) }
        let step = 15 / metersPerDegree
        return (0..<count).map { number in
            let device = number % names.count
            if number / names.count % 64 == 0 { steps[device] = (random.unit() - 0.5, random.unit() - 0.5) }
            places[device].latitude += 2 * step * steps[device].0
            places[device].longitude += 2 * step * steps[device].1
            return Fix(
                device: names[device],
                time: Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(number / names.count) * 1000),
                coordinate: places[device]
            )
        }
    }
}

/// SplitMix64.
private struct Random {
    var state: UInt64

    /// Returns a number in 0 ..< 1.
    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }
}
