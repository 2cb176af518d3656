extension PlanarPolygon {
    /// Whether the polygon has no holes and its whole ring is certainly visible from the middle, which makes it valid.
    ///
    /// If every edge turns the same way around a point and the ring goes around it once, the direction from the point
    /// to the ring always advances, so no two edges can meet except at their common vertex. The point need not be
    /// special: the mean of the vertices works for convex polygons and for most others that have such a point at all.
    /// `false` means that validity must be determined otherwise.
    ///
    /// - Complexity: O(*n*) for *n* vertices.
    var isCertainlyStarShaped: Bool {
        guard ringEnds.count == 1, coordinates.count >= 8 else { return false }
        let coordinates = coordinates
        var (centerX, centerY) = (0.0, 0.0)
        for index in stride(from: 2, to: coordinates.count, by: 2) {
            centerX += coordinates[index]
            centerY += coordinates[index + 1]
        }
        centerX /= Double(coordinates.count / 2 - 1)
        centerY /= Double(coordinates.count / 2 - 1)
        // Every edge must turn left, or every edge right; rays to the east count how often the ring goes around.
        var (turnsLeft, turnsRight, rounds) = (false, false, 0)
        var (ax, ay) = (coordinates[0], coordinates[1])
        for index in stride(from: 2, to: coordinates.count, by: 2) {
            let (bx, by) = (coordinates[index], coordinates[index + 1])
            let left = (ax - centerX) * (by - centerY)
            let right = (ay - centerY) * (bx - centerX)
            let determinant = left - right
            // Shewchuk (1997): the sign is right beyond (3 + 16 ε) ε times the sum, 3.33e-16; 1e-15 is on the safe
            // side.
            guard abs(determinant) > 1e-15 * (abs(left) + abs(right)), abs(determinant) > 1e-280 else { return false }
            if determinant > 0 { turnsLeft = true } else { turnsRight = true }
            guard turnsLeft != turnsRight else { return false }
            // An edge that crosses the horizontal line through the center: its turn shows on which side.
            if (ay > centerY) != (by > centerY), (determinant > 0) == (by > centerY) { rounds += 1 }
            (ax, ay) = (bx, by)
        }
        return rounds == 1
    }
}
