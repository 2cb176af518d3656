internal import GEOS
internal import Synchronization

/// Asks GEOS about the few points that floating point cannot decide; polygons are prepared on first use.
final class CellFallback: Sendable {
    private struct State {
        var context: Context?
        var prepared: [UInt32: PreparedPolygons] = [:]
    }

    private let table: FenceTable
    private let state = Mutex(State())

    init(table: FenceTable) { self.table = table }

    /// Returns whether a part of the table covers a point.
    func covers(part: UInt32, x: Double, y: Double) -> Bool {
        state.withLock { state in
            do throws(GEOSError) {
                let context: Context
                if let made = state.context {
                    context = made
                } else {
                    context = try Context()
                    state.context = context
                }
                let polygon: PreparedPolygons
                if let made = state.prepared[part] {
                    polygon = made
                } else {
                    polygon = try prepare(part, context)
                    state.prepared[part] = polygon
                }
                return polygon.covers(0, x: x, y: y, context: context)
            } catch {
                preconditionFailure("GEOS refused closed rings of three or more vertices: \(error)")
            }
        }
    }

    private func prepare(_ number: UInt32, _ context: Context) throws(GEOSError) -> PreparedPolygons {
        var coordinates: [Double] = []
        var ends: [Int] = []
        for ring in table.rings(of: table.parts[Int(number)]) {
            let end = ring.firstVertex + ring.vertexCount
            coordinates.append(contentsOf: table.coordinates[2 * ring.firstVertex..<2 * end])
            ends.append(coordinates.count / 2)
        }
        return try PreparedPolygons(
            coordinates: coordinates,
            ringEnds: ends,
            polygonEnds: [ends.count],
            context: context
        )
    }
}
