extension Segment {
    /// Appends the shares at which the segment may cross or touch an edge or begin to run along it, in any turn of the
    /// Earth; perhaps some at which it does not.
    ///
    /// Who tests the places between two such shares is never wrong for having one too many.
    func appendMeetings(startX: Double, startY: Double, endX: Double, endY: Double, to shares: inout [Double]) {
        let (lowY, highY) = (min(startY, endY), max(startY, endY))
        let endLatitude = start.latitude + north
        guard min(start.latitude, endLatitude) <= highY + Self.pad, max(start.latitude, endLatitude) >= lowY - Self.pad
        else { return }
        let end = start.longitude + east
        let (lowX, highX) = (min(startX, endX), max(startX, endX))
        let firstTurn = ((min(start.longitude, end) - Self.pad - highX) / 360).rounded(.up)
        let lastTurn = ((max(start.longitude, end) + Self.pad - lowX) / 360).rounded(.down)
        var turn = firstTurn
        while turn <= lastTurn {
            let x = startX + 360 * turn - start.longitude
            appendMeetings(x, startY - start.latitude, endX - startX, endY - startY, to: &shares)
            turn += 1
        }
    }

    /// In degrees, more than all rounding here.
    private static var pad: Double { 1e-9 }

    /// The same for an edge by its first vertex, from the segment's start, and its extent.
    private func appendMeetings(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double, to shares: inout [Double]) {
        let size = (abs(east) + abs(north)) * (abs(dx) + abs(dy))
        let across = east * dy - north * dx
        if across != 0 {
            let share = (x * dy - y * dx) / across
            let along = (x * north - y * east) / across
            // Rounding moves the place by much less than a hundredth, unless both are nearly parallel.
            if share > -0.01, share < 1.01, along > -0.01, along < 1.01 { shares.append(max(0, min(1, share))) }
        }
        guard abs(across) <= 1e-5 * size else { return }
        // Nearly parallel: where it runs along the edge, it does so between the edge's ends.
        let square = east * east + north * north
        for share in [(x * east + y * north) / square, ((x + dx) * east + (y + dy) * north) / square]
        where share > 0 && share < 1 {
            shares.append(share)
        }
    }
}
