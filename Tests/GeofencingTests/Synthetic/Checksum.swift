import Geofencing

/// FNV-1a over the bits of numbers and names: the same on every platform, and different when anything differs.
struct Checksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bits: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            value = (value ^ (bits >> UInt64(shift) & 0xFF)) &* 0x0000_0100_0000_01B3
        }
    }

    mutating func add(_ coordinate: Coordinate) {
        add(coordinate.latitude.bitPattern)
        add(coordinate.longitude.bitPattern)
    }

    mutating func add(_ geofence: Geofence) {
        for byte in geofence.id.rawValue.utf8 { add(UInt64(byte)) }
        switch geofence.region {
        case .circle(let center, let radius):
            add(center)
            add(radius.meters.bitPattern)
        case .polygon(let polygon):
            for vertex in polygon.exterior { add(vertex) }
        case .multiPolygon(let polygons):
            for polygon in polygons { for vertex in polygon.exterior { add(vertex) } }
        }
    }

    mutating func add(_ fix: CompactFix) {
        add(UInt64(fix.device))
        add(UInt64(bitPattern: fix.time))
        add(UInt64(bitPattern: fix.sequence))
        add(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
    }
}
