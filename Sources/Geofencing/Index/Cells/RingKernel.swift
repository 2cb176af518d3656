// SAFETY: a chain has `edges + 1` vertices of two doubles from `vertices`; `axis` is 0 or 1.

/// The exact test of a point against a few edges of a ring.
enum RingKernel {
    /// A determinant *l* - *r* whose magnitude is at most this share of |*l*| + |*r*| has no certain sign.
    ///
    /// Larger than the rounding error of this evaluation (3.3e-16, Shewchuk 1997) and than the filters of GEOS (1e-15
    /// up to 3.13, 3.3e-16 from 3.14), so that GEOS is certain wherever this test is.
    static let uncertainty = 1.6e-15

    /// The result of testing a chain of edges against a ray.
    struct Answer: BitwiseCopyable {
        /// The parity of the number of edges crossed, in the lowest bit.
        var crossings: UInt32
        /// Whether any sign was not certain.
        var isUncertain: Bool

        /// The answer for no edges.
        static let none = Answer(crossings: 0, isUncertain: false)
    }

    /// Counts the edges of a chain that a ray from a point along one axis crosses.
    ///
    /// The ray runs in the direction of u, or against it; u is x (`axis` 0) or y (`axis` 1), v the other one. An edge
    /// counts if one end has a v greater than the point's and the other does not: the half-open rule, so that a vertex
    /// belongs to one of its edges.
    ///
    /// - Parameter backward: 1 if the ray runs against u, otherwise 0.
    /// - Complexity: O(*edges*), without branches on coordinates.
    @inline(__always)
    static func crossings(
        _ vertices: UnsafePointer<Double>,
        edges: Int,
        axis: Int,
        backward: UInt32,
        u: Double,
        v: Double
    ) -> Answer {
        let us = unsafe vertices + axis
        let vs = unsafe vertices + (1 - axis)
        var u0 = unsafe us[0] - u
        var v0 = unsafe vs[0] - v
        var parity: UInt32 = 0
        var uncertain: UInt32 = 0
        var index = 2
        for _ in 0..<edges {
            let u1 = unsafe us[index] - u
            let v1 = unsafe vs[index] - v
            let left = u0 * v1
            let right = v0 * u1
            let determinant = left - right
            let above0: UInt32 = v0 > 0 ? 1 : 0
            let above1: UInt32 = v1 > 0 ? 1 : 0
            let positive: UInt32 = determinant > 0 ? 1 : 0
            let unsure: UInt32 =
                determinant.magnitude <= uncertainty * (left.magnitude + right.magnitude) ? 1 : 0
            // If both ends are on the same side in v, nothing depends on the sign.
            let below0: UInt32 = v0 < 0 ? 1 : 0
            let below1: UInt32 = v1 < 0 ? 1 : 0
            parity ^= (above0 ^ above1) & (positive ^ above1 ^ backward ^ 1)
            uncertain |= unsure & ~(above0 & above1) & ~(below0 & below1)
            u0 = u1
            v0 = v1
            index &+= 2
        }
        return Answer(crossings: parity, isUncertain: uncertain & 1 != 0)
    }

    /// Counts the edges of a chain that the path from (x, y) to (referenceX, y) and on to the reference crosses.
    ///
    /// Used for the rare cell whose every side is crossed by the polygon.
    static func crossings(
        _ vertices: UnsafePointer<Double>,
        edges: Int,
        referenceX: Double,
        referenceY: Double,
        x: Double,
        y: Double
    ) -> Answer {
        var parity: UInt32 = 0
        var uncertain = false
        for index in 0..<edges {
            let at = unsafe vertices + 2 * index
            let edge = unsafe CellEdge(ax: at[0], ay: at[1], bx: at[2], by: at[3])
            let straddlesY = (edge.ay > y) != (edge.by > y)
            let straddlesX = (edge.ax > referenceX) != (edge.bx > referenceX)
            let place = edge.side(x: x, y: y)
            let corner = edge.side(x: referenceX, y: y)
            if !place.isCertain, edge.lowY <= y, edge.highY >= y { uncertain = true }
            if !corner.isCertain, straddlesX || straddlesY { uncertain = true }
            if straddlesY, place.positive != corner.positive { parity ^= 1 }
            if straddlesX {
                let reference = edge.side(x: referenceX, y: referenceY)
                if !reference.isCertain { uncertain = true }
                if corner.positive != reference.positive { parity ^= 1 }
            }
            if edge.ax == referenceX || edge.bx == referenceX { uncertain = true }
        }
        return Answer(crossings: parity, isUncertain: uncertain)
    }
}
