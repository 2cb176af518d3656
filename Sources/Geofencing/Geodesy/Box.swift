/// A closed rectangle in longitude (x) and latitude (y), in degrees.
package struct Box: BitwiseCopyable, Sendable, Hashable {
    package var minX: Double
    package var minY: Double
    package var maxX: Double
    package var maxY: Double

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// The box that contains nothing and that any point or box enlarges.
    package static let empty = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

    package func contains(x: Double, y: Double) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }

    func intersects(_ other: Box) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    package mutating func enlarge(x: Double, y: Double) {
        minX = min(minX, x)
        minY = min(minY, y)
        maxX = max(maxX, x)
        maxY = max(maxY, y)
    }

    package mutating func enlarge(_ other: Box) {
        enlarge(x: other.minX, y: other.minY)
        enlarge(x: other.maxX, y: other.maxY)
    }
}

/// The relation of a region to a box; `boundary` also if it was not worth determining.
enum BoxRelation: UInt8, Sendable {
    /// No point of the box is covered.
    case outside
    /// Every point of the box is covered.
    case inside
    /// Some points may be covered and some may not.
    case boundary
}
