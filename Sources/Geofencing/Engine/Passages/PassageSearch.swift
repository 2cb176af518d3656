/// Finds which geofences of one snapshot a segment passes through; its buffers are reused.
///
/// The tree of the nearest geofences has a box in space for every circle and every few edges, so neither the
/// antimeridian nor a pole is special. Circles are measured; for a polygon, the points where the segment meets its
/// edges are collected, and the index determines whether the midpoint between two of them is covered. So what counts as
/// inside is the index's answer, whatever rounding does to the points.
struct PassageSearch {
    /// One passage through the geofence with a handle.
    struct Found: BitwiseCopyable {
        var fence: UInt32
        var stretch: Stretch
    }

    /// The results of the last search, by handle, then in order along the segment.
    private(set) var found: [Found] = []

    /// The handles to exclude from the search, ascending.
    private var excluded: [UInt32] = []
    private var pending: [NearestTree.Reference] = []
    private var circles: [UInt32] = []
    private var runs: [UInt32] = []
    private var intersections: [Intersection] = []
    private var shares: [Double] = []
    private var hits = HitList()

    /// A share at which a segment may meet the boundary of a geofence.
    private struct Intersection: BitwiseCopyable {
        var fence: UInt32
        var share: Double
    }

    /// Finds the geofences that a segment passes through, except those in `covering`: the handles of the geofences that
    /// cover its start or its end, in any order.
    ///
    /// A passage of less than 1 mm does not count.
    ///
    /// - Complexity: O(log *n* + edges and circles near the segment), plus one lookup between each two successive
    ///   points where it meets a boundary. The first search after an edit builds a tree over the geofences.
    mutating func search(
        _ segment: Segment,
        in snapshot: FenceSnapshot,
        except covering: [UInt32],
        lookup: inout some PlaceLookup
    ) throws(GeofenceError) {
        found.removeAll(keepingCapacity: true)
        intersections.removeAll(keepingCapacity: true)
        guard !segment.isPoint else { return }
        excluded.removeAll(keepingCapacity: true)
        excluded.append(contentsOf: covering)
        excluded.sort()
        for layer in snapshot.layers where layer.count > 0 {
            collect(segment, layer.contents.nearest) { slot in
                layer.removed.contains(Int(slot)) ? nil : layer.contents.handle(of: slot)
            }
        }
        if !snapshot.fresh.isEmpty {
            let fences = snapshot.fresh.fences
            let tree = try snapshot.fresh.nearest
            collect(segment, tree) { fences[Int($0)].handle }
        }
        if !intersections.isEmpty { decide(segment, &lookup) }
        found.sort { ($0.fence, $0.stretch.entry) < ($1.fence, $1.stretch.entry) }
    }

    /// Finds the passages through a tree's circles and the intersections with its polygons.
    private mutating func collect(
        _ segment: Segment,
        _ tree: NearestTree,
        handle: (UInt32) -> UInt32?
    ) {
        circles.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        // Short pieces have tight boxes.
        let pieceCount = max(1, (max(abs(segment.east), abs(segment.north)) / Self.longestPiece).rounded(.up))
        for piece in 0..<Int(pieceCount) {
            collect(segment.edge(from: Double(piece) / pieceCount, to: Double(piece + 1) / pieceCount), tree)
        }
        if pieceCount > 1 {
            circles = Set(circles).sorted()
            runs = Set(runs).sorted()
        }
        for number in circles {
            let entry = tree.table.circles[Int(tree.circleEntries[Int(number)])]
            guard let fence = handle(entry.fence), !excluded.containsInOrder(fence) else { continue }
            for stretch in entry.circle.stretches(of: segment) { found.append(Found(fence: fence, stretch: stretch)) }
        }
        for number in runs {
            let run = tree.runs[Int(number)]
            guard let fence = handle(run.fence), !excluded.containsInOrder(fence) else { continue }
            shares.removeAll(keepingCapacity: true)
            // A piece of a long edge stands for the whole edge: an extra intersection does no harm.
            for vertex in Int(run.firstVertex)..<Int(run.firstVertex) + Int(run.edgeCount) {
                segment.appendIntersections(
                    startX: tree.table.coordinates[2 * vertex],
                    startY: tree.table.coordinates[2 * vertex + 1],
                    endX: tree.table.coordinates[2 * vertex + 2],
                    endY: tree.table.coordinates[2 * vertex + 3],
                    to: &shares
                )
            }
            for share in shares { intersections.append(Intersection(fence: fence, share: share)) }
        }
    }

    /// The longest part of a segment, in degrees, that is searched at once.
    private static var longestPiece: Double { 0.25 }

    /// Collects the circles and runs whose boxes meet that of a piece of the segment.
    private mutating func collect(_ piece: Edge, _ tree: NearestTree) {
        let bulge = piece.bulge + 1e-6
        var box = SpaceBox()
        box.enlarge(piece.start, radius: bulge)
        box.enlarge(piece.end, radius: bulge)
        var place = NearestTree.Place(Coordinate(latitude: piece.startY, longitude: piece.startX))
        place.lower = box.lower
        place.upper = box.upper
        pending.append(contentsOf: tree.roots)
        while let reference = pending.popLast() {
            let number = reference.number
            switch reference.kind {
            case .node:
                tree.nodes[number].forEach(near: place, upTo: 0) { lane, _, _ in
                    pending.append(tree.child(lane, of: number))
                }
            case .circles:
                for circle in tree.circles(inGroup: number) {
                    let body = tree.circleBodies[circle]
                    let reach = body.radius + bulge
                    if piece.chordDistanceSquared(to: body.center).square > reach * reach { continue }
                    circles.append(UInt32(circle))
                }
            case .circle: circles.append(UInt32(number))
            case .run: runs.append(UInt32(number))
            }
        }
    }

    /// Turns the intersections with polygons into passages.
    private mutating func decide(_ segment: Segment, _ lookup: inout some PlaceLookup) {
        intersections.sort { ($0.fence, $0.share) < ($1.fence, $1.share) }
        let gap = segment.shortestStretch
        var stretches: [Stretch] = []
        var first = 0
        while first < intersections.count {
            let fence = intersections[first].fence
            stretches.removeAll(keepingCapacity: true)
            var last = first
            while last + 1 < intersections.count, intersections[last + 1].fence == fence {
                let (from, to) = (intersections[last].share, intersections[last + 1].share)
                last += 1
                // A shorter part belongs to the parts that it joins.
                guard to - from > gap / 16 else { continue }
                lookup.lookUp(segment.coordinate(at: (from + to) / 2), hits: &hits)
                if hits.contains(fence) { stretches.append(Stretch(entry: from, exit: to), joiningWithin: gap) }
            }
            for stretch in stretches where stretch.exit - stretch.entry >= gap {
                found.append(Found(fence: fence, stretch: stretch))
            }
            first = last + 1
        }
    }
}
