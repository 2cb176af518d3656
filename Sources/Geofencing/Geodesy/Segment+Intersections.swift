extension Segment {
    /// Appends the shares at which the segment may cross or touch an edge or begin to run along it, in any turn of the
    /// Earth; possibly also some at which it does not.
    ///
    /// Superfluous shares do no harm: callers test a point between each two shares.
    func appendIntersections(startX: Double, startY: Double, endX: Double, endY: Double, to shares: inout [Double]) {
        let (lowY, highY) = (min(startY, endY), max(startY, endY))
        let endLatitude = start.latitude + north
        guard min(start.latitude, endLatitude) <= highY + Self.pad, max(start.latitude, endLatitude) >= lowY - Self.pad
        else { return }
        forEachTurn(from: startX, to: endX) { x in
            appendIntersections(x, startY - start.latitude, endX - startX, endY - startY, to: &shares)
        }
    }

    /// Returns the last share at which the segment meets an edge, in any turn of the Earth; `nil` if it does not, or
    /// runs along the edge.
    func lastIntersection(startX: Double, startY: Double, endX: Double, endY: Double) -> Double? {
        var last: Double?
        let (y, dx, dy) = (startY - start.latitude, endX - startX, endY - startY)
        let across = east * dy - north * dx
        forEachTurn(from: startX, to: endX) { x in
            let share = (x * dy - y * dx) / across
            let along = (x * north - y * east) / across
            // Rounding may make an intersection at an end of either be missed.
            guard min(share, along) > -Self.pad, max(share, along) < 1 + Self.pad else { return }
            last = max(last ?? share, share)
        }
        return last
    }

    /// Calls `body` with the longitude of an edge's first end, relative to the segment's start, for each turn of the
    /// Earth in which they may meet.
    private func forEachTurn(from startX: Double, to endX: Double, _ body: (Double) -> Void) {
        let end = start.longitude + east
        let (lowX, highX) = (min(startX, endX), max(startX, endX))
        let firstTurn = ((min(start.longitude, end) - Self.pad - highX) / 360).rounded(.up)
        let lastTurn = ((max(start.longitude, end) + Self.pad - lowX) / 360).rounded(.down)
        var turn = firstTurn
        while turn <= lastTurn {
            body(startX + 360 * turn - start.longitude)
            turn += 1
        }
    }

    /// In degrees and in shares; larger than all rounding here.
    private static var pad: Double { 1e-9 }

    /// Does the same for an edge given by its first vertex, relative to the segment's start, and its extent.
    private func appendIntersections(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double, to shares: inout [Double]) {
        let size = (abs(east) + abs(north)) * (abs(dx) + abs(dy))
        let across = east * dy - north * dx
        if across != 0 {
            let share = (x * dy - y * dx) / across
            let along = (x * north - y * east) / across
            // Rounding moves the point by much less than a hundredth, unless both are nearly parallel.
            if share > -0.01, share < 1.01, along > -0.01, along < 1.01 { shares.append(max(0, min(1, share))) }
        }
        guard abs(across) <= 1e-5 * size else { return }
        // Nearly parallel: if the segment runs along the edge, it does so between the edge's ends.
        let square = east * east + north * north
        for share in [(x * east + y * north) / square, ((x + dx) * east + (y + dy) * north) / square]
        where share > 0 && share < 1 {
            shares.append(share)
        }
    }
}
