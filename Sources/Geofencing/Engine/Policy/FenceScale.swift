internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension FenceTable {
    /// The size of each geofence in meters, by slot: the radius of a circle, and of polygons 2 · area / perimeter, which is
    /// the radius of a circle's worth of room: half the width of a long strip, half the side of a square.
    ///
    /// On a plane at each part's latitude, which is right to a percent for what needs a size: small geofences.
    func makeScales() -> [Double] {
        var areas = [Double](repeating: 0, count: fences.count)
        var perimeters = areas
        for part in parts {
            let middle = (part.box.minY + part.box.maxY) / 2 * Angle.radiansPerDegree
            let meters = WGS84.meanRadius * Angle.radiansPerDegree
            let scaleX = meters * cos(middle)
            for number in part.firstRing..<part.firstRing + part.ringCount {
                let ring = rings[Int(number)]
                var doubled = 0.0
                for vertex in ring.firstVertex..<ring.firstVertex + ring.vertexCount - 1 {
                    let fromX = (coordinates[2 * vertex] - part.box.minX) * scaleX
                    let fromY = (coordinates[2 * vertex + 1] - part.box.minY) * meters
                    let toX = (coordinates[2 * vertex + 2] - part.box.minX) * scaleX
                    let toY = (coordinates[2 * vertex + 3] - part.box.minY) * meters
                    doubled += fromX * toY - toX * fromY
                    let (stepX, stepY) = (toX - fromX, toY - fromY)
                    perimeters[Int(part.fence)] += (stepX * stepX + stepY * stepY).squareRoot()
                }
                areas[Int(part.fence)] += (number == part.firstRing ? 1 : -1) * abs(doubled) / 2
            }
        }
        var scales = zip(areas, perimeters).map { $1 > 0 ? max(0, 2 * $0 / $1) : 0 }
        for entry in circles { scales[Int(entry.fence)] = entry.circle.radius }
        return scales
    }
}

/// The sizes of a table's geofences, found when they are first asked for.
final class LazyFenceScales: Sendable {
    private let table: FenceTable
    private let made = Mutex<[Double]?>(nil)

    init(_ table: FenceTable) { self.table = table }

    var scales: [Double] {
        made.withLock { made in
            if let made { return made }
            let scales = table.makeScales()
            made = scales
            return scales
        }
    }
}
