internal import Geofencing

/// Reads well-known binary as this program writes it: little-endian, two dimensions.
///
/// GEOS could read it too, but into objects of its own that would then have to be taken apart again, which took most of
/// the time of loading.
struct RegionDecoder {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the region of a shape; with a radius it is a circle.
    static func region(wellKnownBinary bytes: [UInt8], radius: Double?) throws(GeofenceError) -> Geofence.Region {
        var decoder = RegionDecoder(bytes)
        let region: Geofence.Region
        switch (try decoder.header(), radius) {
        case (1, let radius?):
            let center = try decoder.coordinate()
            try possible { () throws(GeofenceError) in _ = try Circle(center: center, radius: .meters(radius)) }
            region = .circle(center: center, radius: .meters(radius))
        case (3, nil): region = .polygon(try decoder.polygon())
        case (6, nil):
            var polygons: [Polygon] = []
            for _ in 0..<(try decoder.count(of: 9)) {
                guard try decoder.header() == 3 else { throw damaged() }
                polygons.append(try decoder.polygon())
            }
            region = .multiPolygon(polygons)
        default: throw damaged()
        }
        guard decoder.position == bytes.count else { throw damaged() }
        return region
    }

    /// Reads the type: 1 for a point, 3 for a polygon, 6 for a multipolygon.
    private mutating func header() throws(GeofenceError) -> UInt32 {
        guard position < bytes.count, bytes[position] == 1 else { throw Self.damaged() }
        position += 1
        return try number()
    }

    private mutating func polygon() throws(GeofenceError) -> Polygon {
        var rings: [[Coordinate]] = []
        for _ in 0..<(try count(of: 4)) {
            let count = try count(of: 16)
            var ring: [Coordinate] = []
            ring.reserveCapacity(count)
            for _ in 0..<count { ring.append(try coordinate()) }
            rings.append(ring)
        }
        return try Self.possible { () throws(GeofenceError) in
            try Polygon(rings.first ?? [], holes: Array(rings.dropFirst()))
        }
    }

    private mutating func coordinate() throws(GeofenceError) -> Coordinate {
        let longitude = Double(bitPattern: try number())
        return Coordinate(latitude: Double(bitPattern: try number()), longitude: longitude)
    }

    /// Reads a number of elements that take at least `size` bytes each.
    private mutating func count(of size: Int) throws(GeofenceError) -> Int {
        let count = Int(try number() as UInt32)
        guard count <= (bytes.count - position) / size else { throw Self.damaged() }
        return count
    }

    @inline(__always)
    private mutating func number<Number: FixedWidthInteger>() throws(GeofenceError) -> Number {
        let width = Number.bitWidth / 8
        guard bytes.count - position >= width else { throw Self.damaged() }
        var number: Number = 0
        for index in 0..<width { number |= Number(truncatingIfNeeded: bytes[position &+ index]) &<< Number(8 &* index) }
        position &+= width
        return number
    }

    /// Makes a shape. One that is impossible was not saved like this, so it is the store that is damaged.
    private static func possible<Shape>(_ shape: () throws(GeofenceError) -> Shape) throws(GeofenceError) -> Shape {
        do throws(GeofenceError) { return try shape() } catch { throw damaged(error.message) }
    }

    private static func damaged(_ reason: String? = nil) -> GeofenceError { .unreadable("region", because: reason) }
}
