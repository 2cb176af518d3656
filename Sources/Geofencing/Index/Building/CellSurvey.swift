// SAFETY: vertices come from the table whose coordinates they are.

/// The properties of all geofences that must be known before the cells can be laid out.
struct CellSurvey {
    /// A box around everything within -180 ... 180 and -90 ... 90; a point if there is nothing.
    private(set) var extent = Box.empty
    /// The length of all boundaries, as the number of cells of one degree through which they run.
    private(set) var boundary = 0.0

    init(_ table: FenceTable) {
        for entry in table.circles {
            for box in entry.circle.boxes {
                boundary += 2 * (box.maxX - box.minX + box.maxY - box.minY)
                enlarge(box)
            }
        }
        for part in table.parts { enlarge(part.box) }
        if extent.minX > extent.maxX { extent = Box(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        boundary += Self.boundaryLength(of: table)
    }

    private mutating func enlarge(_ box: Box) {
        guard box.intersects(Box(minX: -180, minY: -90, maxX: 180, maxY: 90)) else { return }
        extent.enlarge(x: max(box.minX, -180), y: max(box.minY, -90))
        extent.enlarge(x: min(box.maxX, 180), y: min(box.maxY, 90))
    }

    private static func boundaryLength(of table: FenceTable) -> Double {
        var length = 0.0
        unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
            for ring in table.rings {
                for vertex in ring.edges {
                    length += unsafe abs(coordinates[2 * vertex + 2] - coordinates[2 * vertex])
                    length += unsafe abs(coordinates[2 * vertex + 3] - coordinates[2 * vertex + 1])
                }
            }
        }
        return length
    }
}
