extension NearestTree {
    /// Finds the geofences nearest to a point and leaves them in `scratch.found`: by signed distance to the boundary in
    /// meters, negative inside, then by slot. Fewer than `count` only if there are fewer.
    ///
    /// - Parameters:
    ///   - place: A valid coordinate.
    ///   - count: How many geofences to find.
    ///   - covering: The slots of all geofences that cover the point, ascending; circles may be left out.
    ///   - scratch: Reused from search to search; then a search does not allocate.
    /// - Complexity: About O(*count* log *count* + log *n*), and as much again for each polygon that covers the point
    ///   and cannot be ruled out early.
    func nearest(
        to place: Coordinate,
        count: Int,
        covering: [UInt32],
        scratch: inout NearestScratch
    ) {
        scratch.found.removeAll(keepingCapacity: true)
        scratch.distances.removeAll(keepingCapacity: true)
        guard count > 0 else { return }
        let place = Place(place)
        collectPolygons(covering, around: place, into: &scratch.polygons)
        // In this case everything that is found covers the point, and the circles that do, which can be recognized from
        // afar, bound how deep inside a polygon the point must be to matter.
        if scratch.polygons.count >= count, let circleRoot {
            search([circleRoot], from: place, upTo: 0, count: count, skipping: covering, scratch: &scratch)
        }
        for position in scratch.polygons.indices {
            let polygon = scratch.polygons[position]
            let limit = scratch.limit(count)
            if 0 - polygon.depth > limit { break }
            let depth = distance(from: place, toParts: polygon.parts, atLeast: 0 - limit, heap: &scratch.heap)
            guard 0 - depth <= limit else { continue }
            scratch.insert(NearestSlot(slot: polygon.fence, distance: 0 - depth), count: count)
        }
        let limit = scratch.limit(count)
        if limit >= 0 { search(roots, from: place, upTo: limit, count: count, skipping: covering, scratch: &scratch) }
    }

    /// Returns the signed distance in meters from a point to the boundary of one geofence.
    ///
    /// - Parameter isInside: Whether the geofence covers the point; decides the sign for polygons. A polygon without a
    ///   boundary, which covers the whole Earth, is at the longest possible distance.
    func distance(
        from place: Coordinate,
        toFence slot: UInt32,
        isInside: Bool,
        scratch: inout NearestScratch
    ) -> Double {
        let place = Place(place)
        if let circle = table.circle(ofFence: Int(slot)) { return distance(from: place, to: circle) }
        let parts = table.parts(ofFence: Int(slot))
        let distance = distance(from: place, toParts: parts, atLeast: 0, heap: &scratch.heap)
        return isInside ? 0 - distance : distance
    }

    /// Returns the distance in meters from a point to the boundary of a polygon's parts, or some longer distance that
    /// is still less than `least`.
    private func distance(
        from place: Place,
        toParts parts: Range<Int>,
        atLeast least: Double,
        heap: inout NearestHeap
    ) -> Double {
        heap.removeAll()
        for part in parts {
            if let root = partRoots[part] { heap.push(NearestHeap.Entry(bound: 0, reference: root)) }
        }
        var nearest = WGS84.longestDistance
        while nearest >= least, let entry = heap.pop(), entry.bound < nearest {
            switch entry.reference.kind {
            case .node: expand(entry.reference.number, from: place, below: nearest, heap: &heap)
            default: nearest = min(nearest, distance(from: place, toRun: entry.reference.number, below: nearest))
            }
        }
        return nearest
    }

    /// Adds the geofences below the given roots to those found; nothing farther than `limit` can be among them.
    private func search(
        _ roots: [Reference],
        from place: Place,
        upTo limit: Double,
        count: Int,
        skipping covering: [UInt32],
        scratch: inout NearestScratch
    ) {
        scratch.heap.removeAll()
        for root in roots { scratch.heap.push(NearestHeap.Entry(bound: -.infinity, reference: root)) }
        var limit = limit
        if count == 1, let circleRoot { limit = min(limit, firstLimit(from: place, below: circleRoot)) }
        while let entry = scratch.heap.pop(), entry.bound <= limit {
            let number = entry.reference.number
            switch entry.reference.kind {
            case .node:
                expand(number, from: place, below: limit, heap: &scratch.heap)
            case .circles:
                limit = expandCircles(number, from: place, below: limit, ofMany: count > 1) { scratch.heap.push($0) }
            case .circle:
                let entry = table.circles[Int(circleEntries[number])]
                let distance = distance(from: place, to: entry.circle)
                scratch.insert(NearestSlot(slot: entry.fence, distance: distance), count: count)
                limit = min(limit, scratch.limit(count))
            case .run:
                let fence = runs[number].fence
                if covering.containsInOrder(fence) { continue }
                let known = scratch.distance(ofSlot: fence, count: count) ?? limit
                let distance = distance(from: place, toRun: number, below: min(limit, known))
                if distance > limit { continue }
                scratch.insert(NearestSlot(slot: fence, distance: distance), count: count)
                limit = min(limit, scratch.limit(count))
            }
        }
    }

    /// Returns an upper bound on the distance of the nearest geofence, from the circles reached by always descending to
    /// the nearest entry; it keeps most of what a search meets off the heap.
    private func firstLimit(from place: Place, below root: Reference) -> Double {
        var reference = root
        while reference.kind == .node {
            reference = child(nodes[reference.number].nearestLane(to: place), of: reference.number)
        }
        guard reference.kind == .circles else { return .infinity }
        return expandCircles(reference.number, from: place, below: .infinity, ofMany: false) { _ in }
    }

    /// Pushes a node's entries onto the heap, except those that are too far away.
    @inline(__always)
    private func expand(_ number: Int, from place: Place, below limit: Double, heap: inout NearestHeap) {
        nodes[number].forEach(near: place, upTo: limit) { lane, chord, radius in
            var bound = ChordBounds.shortestDistance(overChord: chord) - radius
            if bound > limit { return }
            if chord > Self.farChord, limit < .infinity {
                bound = max(bound, nodes[number].box(lane).distanceBound(from: place.coordinate) - radius)
                if bound > limit { return }
            }
            heap.push(NearestHeap.Entry(bound: bound, reference: child(lane, of: number)))
        }
    }

    /// The chord in meters from which on it says too little about the geodesic by itself: the two differ by up to 0.4
    /// %.
    private static var farChord: Double { 1_000_000 }

    /// Pushes a group's circles, except those that are too far away.
    ///
    /// - Parameter isMany: Whether more than the nearest matters. If not, each circle may lower the limit for the next.
    /// - Returns: The lowest limit.
    @inline(__always)
    private func expandCircles(
        _ group: Int,
        from place: Place,
        below limit: Double,
        ofMany isMany: Bool,
        _ push: (NearestHeap.Entry) -> Void
    ) -> Double {
        var limit = limit
        for number in circles(inGroup: group) {
            let body = circleBodies[number]
            let square = body.center.chordSquared(to: place.center)
            // 1 µm covers the rounding of the chord and of the geodesic.
            let reach = limit + body.radius + 1e-6
            if reach < 0 || reach * reach < square { continue }
            let chord = square.squareRoot()
            let bound = ChordBounds.shortestDistance(overChord: chord) - body.radius - 1e-6
            if bound > limit { continue }
            if !isMany { limit = min(limit, ChordBounds.longestDistance(overChord: chord) - body.radius + 1e-6) }
            push(NearestHeap.Entry(bound: bound, reference: Reference(.circle, number)))
        }
        return limit
    }

    private func distance(from place: Place, to circle: Circle) -> Double {
        Geodesic.distance(circle.center, place.coordinate) - circle.radius
    }

    /// Returns the distance in meters to the nearest of a run's edges, or infinity if it is certainly more than
    /// `limit`.
    private func distance(from place: Place, toRun number: Int, below limit: Double) -> Double {
        let run = runs[number]
        let first = Int(run.firstVertex)
        if run.pieceCount > 1 {
            let edge = Edge(table.coordinates, vertices, vertex: first).piece(Int(run.piece), of: Int(run.pieceCount))
            if edge.isFarther(than: limit + 1e-6, from: place.center) { return .infinity }
            return edge.distance(from: place.coordinate, nearest: edge.nearest(to: place.center), below: limit)
        }
        // No edge of which every chord is longer than this distance can contain the run's nearest point.
        var chord = Double.infinity
        for vertex in first..<first + Int(run.edgeCount) {
            let edge = Edge(table.coordinates, vertices, vertex: vertex)
            chord = min(chord, edge.chordDistanceSquared(to: place.center).square.squareRoot() + edge.bulge)
        }
        let farthest = min(limit, ChordBounds.longestDistance(overChord: chord)) + 2e-6
        var shortest = Double.infinity
        var measured: Coordinate?
        for vertex in first..<first + Int(run.edgeCount) {
            let edge = Edge(table.coordinates, vertices, vertex: vertex)
            if edge.isFarther(than: farthest, from: place.center) { continue }
            let nearest = edge.nearest(to: place.center)
            // Often it is the vertex that two edges share.
            if nearest.coordinate == measured, shortest < Edge.far { continue }
            let bound = ChordBounds.shortestDistance(overChord: nearest.chordSquared.squareRoot()) - 1e-6
            let most = min(limit, shortest)
            if bound > most { continue }
            measured = nearest.coordinate
            shortest = min(shortest, edge.distance(from: place.coordinate, nearest: nearest, below: most))
        }
        return shortest
    }
}

extension NearestScratch {
    /// Returns the distance that another geofence must not exceed to be among the `count` nearest.
    func limit(_ count: Int) -> Double {
        guard found.count >= count, let last = found.last else { return .infinity }
        return last.distance
    }

    /// Returns the distance at which a geofence is among the `count` nearest found so far; `nil` if it is not.
    func distance(ofSlot slot: UInt32, count: Int) -> Double? {
        count > Self.few ? distances[slot] : found.first { $0.slot == slot }?.distance
    }

    /// Inserts a geofence at its position among the `count` nearest, where each occurs once with its shortest distance.
    mutating func insert(_ candidate: NearestSlot, count: Int) {
        let isMany = count > Self.few
        if let known = position(ofSlot: candidate.slot, isMany: isMany) {
            if found[known].distance <= candidate.distance { return }
            found.remove(at: known)
        }
        // Most candidates arrive in order of distance.
        var position = found.count
        while position > 0, candidate.precedes(found[position - 1]) { position -= 1 }
        guard position < count else { return }
        if found.count >= count { distances[found.removeLast().slot] = nil }
        found.insert(candidate, at: position)
        if isMany { distances[candidate.slot] = candidate.distance }
    }

    /// Up to this many geofences, a linear search finds one by its slot.
    private static let few = 32

    private func position(ofSlot slot: UInt32, isMany: Bool) -> Int? {
        guard isMany else { return found.firstIndex { $0.slot == slot } }
        guard let distance = distances[slot] else { return nil }
        return found.partitioningIndex { !$0.precedes(NearestSlot(slot: slot, distance: distance)) }
    }
}

extension NearestSlot {
    fileprivate func precedes(_ other: NearestSlot) -> Bool {
        distance != other.distance ? distance < other.distance : slot < other.slot
    }
}
