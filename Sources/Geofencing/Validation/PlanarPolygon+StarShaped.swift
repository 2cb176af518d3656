extension PlanarPolygon {
    /// Whether the polygon has no holes and all of its ring is certainly seen from the middle, which makes it valid.
    ///
    /// If every edge turns the same way round a place and the ring goes once round it, the direction from the place to
    /// the ring always moves on, so that no two edges can meet but at their common vertex. The place need not be a
    /// special one: the mean of the vertices finds convex polygons and most others that have such a place at all. `false`
    /// means that it has to be found out otherwise.
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
        // Each edge has to turn left, or each right; rays to the east count how often the ring goes round.
        var (turnsLeft, turnsRight, rounds) = (false, false, 0)
        var (ax, ay) = (coordinates[0], coordinates[1])
        for index in stride(from: 2, to: coordinates.count, by: 2) {
            let (bx, by) = (coordinates[index], coordinates[index + 1])
            let left = (ax - centerX) * (by - centerY)
            let right = (ay - centerY) * (bx - centerX)
            let determinant = left - right
            // Shewchuk (1997): the sign is right beyond (3 + 16 ε) ε times the sum, 3.33e-16; 1e-15 is on the safe side.
            guard abs(determinant) > 1e-15 * (abs(left) + abs(right)), abs(determinant) > 1e-280 else { return false }
            if determinant > 0 { turnsLeft = true } else { turnsRight = true }
            guard turnsLeft != turnsRight else { return false }
            // An edge that goes from one side of the horizontal through the place to the other: the turn says where.
            if (ay > centerY) != (by > centerY), (determinant > 0) == (by > centerY) { rounds += 1 }
            (ax, ay) = (bx, by)
        }
        return rounds == 1
    }
}
