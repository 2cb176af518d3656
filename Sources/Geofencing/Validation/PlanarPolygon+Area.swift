extension PlanarPolygon {
    /// Whether the polygon certainly encloses an area, whatever is wrong with its rings: on one of a few parallels its
    /// outer ring goes around a stretch that no hole goes around. `false` means that it must be determined otherwise.
    ///
    /// - Complexity: O(*n* log *n*) for *n* vertices, however often its edges cross.
    var certainlyEnclosesArea: Bool {
        // What is narrower than this may be lost to rounding.
        let least = max(1e-9, 1e-6 * (box.maxX - box.minX))
        guard box.maxY - box.minY > least else { return false }
        return [0.5, 0.31, 0.73, 0.09, 0.91].contains { share in
            enclosesStretch(longerThan: least, at: box.minY + share * (box.maxY - box.minY))
        }
    }

    private func enclosesStretch(longerThan least: Double, at y: Double) -> Bool {
        var rounds = [Int](repeating: 0, count: ringEnds.count)
        var holesAround = 0
        let crossings = crossings(at: y)
        for (crossing, next) in zip(crossings, crossings.dropFirst()) {
            let wasAround = rounds[crossing.ring] != 0
            rounds[crossing.ring] += crossing.step
            let isAround = rounds[crossing.ring] != 0
            if crossing.ring > 0, wasAround != isAround { holesAround += isAround ? 1 : -1 }
            if rounds[0] != 0, holesAround == 0, next.x - crossing.x > least { return true }
        }
        return false
    }

    /// Returns where edges cross a parallel, from west to east, each with the number of its ring and whether it goes up
    /// (1) or down (-1).
    private func crossings(at y: Double) -> [(x: Double, ring: Int, step: Int)] {
        var crossings: [(x: Double, ring: Int, step: Int)] = []
        var start = 0
        for (ring, end) in ringEnds.enumerated() {
            for vertex in start..<max(start, end - 1) {
                let (ax, ay) = (coordinates[2 * vertex], coordinates[2 * vertex + 1])
                let (bx, by) = (coordinates[2 * vertex + 2], coordinates[2 * vertex + 3])
                guard (ay > y) != (by > y) else { continue }
                crossings.append((ax + (y - ay) / (by - ay) * (bx - ax), ring, by > ay ? 1 : -1))
            }
            start = end
        }
        return crossings.sorted { $0.x < $1.x }
    }
}
