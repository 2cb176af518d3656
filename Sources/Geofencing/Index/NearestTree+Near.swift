extension NearestTree {
    /// The distance in meters from a place to the boundary of a polygon geofence nearby, from inside as from outside, right to
    /// a decimeter; `nil` where it is more than 10 km or an edge is too long for that. `distance(from:toFence:...)` knows then.
    ///
    /// Edges are taken for straight chords through the Earth, so nothing is computed but differences.
    func nearDistance(from coordinate: Coordinate, toPolygon slot: UInt32) -> Double? {
        let place = Place(coordinate)
        var nearest = ChordLength.limit
        var part = table.parts.partitioningIndex { $0.fence >= slot }
        while part < table.parts.count, table.parts[part].fence == slot {
            if let root = partRoots[part], !approach(root, from: place, &nearest) { return nil }
            part += 1
        }
        return nearest < ChordLength.limit ? ChordLength.distance(overChord: nearest) : nil
    }

    /// Looks for what is nearer than `nearest` below an entry; `false` if an edge is too long.
    private func approach(_ reference: Reference, from place: Place, _ nearest: inout Double) -> Bool {
        guard reference.kind == .node else { return approach(run: reference.number, from: place, &nearest) }
        let number = reference.number
        var first = -1
        var least = nearest
        nodes[number].forEach(near: place, upTo: nearest) { lane, chord, _ in
            if chord < least || first < 0 { (first, least) = (lane, chord) }
        }
        guard first >= 0 else { return true }
        var isGood = approach(children[16 * number + first], from: place, &nearest)
        nodes[number].forEach(near: place, upTo: nearest) { lane, chord, _ in
            guard lane != first, chord < nearest, isGood else { return }
            isGood = approach(children[16 * number + lane], from: place, &nearest)
        }
        return isGood
    }

    private func approach(run number: Int, from place: Place, _ nearest: inout Double) -> Bool {
        let run = runs[number]
        guard run.pieceCount == 1 else { return false }
        let first = Int(run.firstVertex)
        for vertex in first..<first + Int(run.edgeCount) {
            let edge = Edge(table.coordinates, vertices, vertex: vertex)
            guard edge.bulge < 0.05 else { return false }
            nearest = min(nearest, edge.chordDistanceSquared(to: place.center).square.squareRoot())
        }
        return true
    }
}

/// Short distances by the chord through the Earth.
enum ChordLength {
    /// Up to this chord in meters, the distance is right to 0.1 mm: the Earth's curvature varies by less than 1 %, and bends
    /// 10 km by 1 mm.
    static let limit = 10_000.0

    /// The geodesic distance in meters over a chord of at most `limit`.
    static func distance(overChord chord: Double) -> Double {
        chord * (1 + chord * chord / (24 * WGS84.meanRadius * WGS84.meanRadius))
    }
}
