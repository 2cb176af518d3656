extension NearestTree {
    /// Returns the last share of a segment at which it meets the boundary of a polygon; `nil` if no such share is
    /// found.
    ///
    /// Edges are considered in every turn of the Earth, so neither the antimeridian nor a pole is special.
    ///
    /// - Complexity: O(edges).
    func lastIntersection(of segment: Segment, withFence slot: UInt32) -> Double? {
        let place = Place(segment.start)
        var last = -1.0
        var pending = table.parts(ofFence: Int(slot)).compactMap { partRoots[$0] }
        while let reference = pending.popLast() {
            let number = reference.number
            guard reference.kind == .run else {
                nodes[number].forEach(near: place, upTo: .infinity) { lane, _, _ in
                    pending.append(child(lane, of: number))
                }
                continue
            }
            // A piece of a long edge stands for the whole edge.
            let run = runs[number]
            for vertex in Int(run.firstVertex)..<Int(run.firstVertex) + Int(run.edgeCount) {
                let share = segment.lastIntersection(
                    startX: table.coordinates[2 * vertex],
                    startY: table.coordinates[2 * vertex + 1],
                    endX: table.coordinates[2 * vertex + 2],
                    endY: table.coordinates[2 * vertex + 3]
                )
                last = max(last, share ?? -1)
            }
        }
        return last < 0 ? nil : min(1, last)
    }
}
