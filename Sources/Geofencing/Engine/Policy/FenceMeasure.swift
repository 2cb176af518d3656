/// One worker's means of measuring how points lie relative to the boundaries of single geofences.
struct FenceMeasure {
    private var snapshot: FenceSnapshot
    /// The boundaries of the base, once they have been needed.
    private var baseBoundaries: BoundaryTree?
    private var scratch = NearestScratch()

    init(_ snapshot: FenceSnapshot) { self.snapshot = snapshot }

    /// Switches to another snapshot.
    mutating func adopt(_ next: FenceSnapshot) {
        if next.base.contents !== snapshot.base.contents { baseBoundaries = nil }
        snapshot = next
    }

    /// Prefetches the memory that measuring a geofence reads first, which takes as long to arrive as a fix takes to
    /// decide. Boundaries that have not been needed yet are not built for this.
    func prefetch(_ handle: UInt32) {
        guard let boundaries = baseBoundaries, let slot = snapshot.base.contents.slot(of: handle) else { return }
        boundaries.extents.prefetch(slot, lines: 2)
        boundaries.shapes.prefetch(slot, lines: 2)
    }

    /// Returns the size of a geofence in meters; see `BoundaryTree.Extent`.
    mutating func scale(_ handle: UInt32) -> Double {
        if let slot = slotInBase(of: handle) { return baseBoundaries?.extents[slot].scale ?? 0 }
        return find(handle).map { $0.boundaries.extents[$0.slot].scale } ?? 0
    }

    /// Returns bounds on `distance`, without reading the boundary.
    mutating func bounds(
        from place: Coordinate,
        to handle: UInt32,
        isCovered: Bool
    ) -> (least: Double, most: Double) {
        if let slot = slotInBase(of: handle), let extent = baseBoundaries?.extents[slot] {
            return extent.bounds(at: place, isCovered: isCovered)
        }
        return find(handle).map { $0.boundaries.extents[$0.slot].bounds(at: place, isCovered: isCovered) }
            ?? (-.infinity, .infinity)
    }

    /// Returns the signed geodesic distance in meters from a point to the boundary, negative inside; accurate to a
    /// decimeter.
    ///
    /// - Parameters:
    ///   - isCovered: Whether the geofence covers the point, which determines the sign.
    ///   - limit: The distance that is far enough: from there on the result may be `limit` instead.
    mutating func distance(
        from place: Coordinate,
        to handle: UInt32,
        isCovered: Bool,
        upTo limit: Double = .infinity
    ) -> Double {
        let near = nearDistance(from: place, to: handle, upTo: limit)
        let distance = near ?? searchedDistance(from: place, to: handle, isCovered: isCovered)
        return isCovered ? 0 - distance : distance
    }

    /// Returns when a device crossed the boundary between its last fix on one side and its first on the other, in
    /// milliseconds since 1970: the time at which the straight path between them meets the boundary for the last time.
    ///
    /// If no such point is found, the time is interpolated by the distances of the two fixes to the boundary.
    mutating func crossing(from before: Sighting, to first: Sighting, of handle: UInt32, isExit: Bool) -> Int64 {
        let segment = Segment(from: before.coordinate, to: first.coordinate)
        let share: Double
        if let intersection = lastIntersection(of: segment, with: handle, isExit: isExit) {
            share = intersection
        } else {
            let near = abs(distance(from: before.coordinate, to: handle, isCovered: isExit))
            let far = abs(distance(from: first.coordinate, to: handle, isCovered: !isExit))
            share = near + far > 0 ? near / (near + far) : 1
        }
        return before.time &+ Int64((Double(first.time &- before.time) * share).rounded(.down))
    }

    private mutating func nearDistance(from place: Coordinate, to handle: UInt32, upTo limit: Double) -> Double? {
        // The base is accessed directly, so that no reference count shared by threads is changed: they would wait for
        // each other.
        if let slot = slotInBase(of: handle) {
            return baseBoundaries?.distance(from: place, toFence: slot, upTo: limit)
        }
        return find(handle).flatMap { $0.boundaries.distance(from: place, toFence: $0.slot, upTo: limit) }
    }

    private mutating func lastIntersection(of segment: Segment, with handle: UInt32, isExit: Bool) -> Double? {
        // The base is accessed directly, as above.
        if let slot = slotInBase(of: handle) {
            guard baseBoundaries?.hasSeam(slot, on: segment) == true else {
                return baseBoundaries?.lastIntersection(of: segment, withFence: slot, isExit: isExit)
            }
        } else if let (boundaries, slot) = find(handle) {
            guard boundaries.hasSeam(slot, on: segment) else {
                return boundaries.lastIntersection(of: segment, withFence: slot, isExit: isExit)
            }
        }
        return tree(of: handle).flatMap { $0.tree.lastIntersection(of: segment, withFence: $0.slot) }
    }

    /// Returns the slot of a geofence in the base, where nearly all are; the boundaries of the base exist afterwards.
    private mutating func slotInBase(of handle: UInt32) -> Int? {
        if baseBoundaries == nil { baseBoundaries = snapshot.base.contents.boundaries }
        return snapshot.base.contents.slot(of: handle)
    }

    /// Returns the boundaries that contain a geofence, in whichever layer, and its slot there.
    private func find(_ handle: UInt32) -> (boundaries: BoundaryTree, slot: Int)? {
        switch snapshot.place(of: handle) {
        case .layer(let number, let slot): (snapshot.layer(number).contents.boundaries, slot)
        case .fresh(let position): (snapshot.fresh.fences[position].boundaries, 0)
        case nil: nil
        }
    }

    /// Returns the unsigned distance by the tree that is exact everywhere.
    private mutating func searchedDistance(from place: Coordinate, to handle: UInt32, isCovered: Bool) -> Double {
        guard let (tree, slot) = tree(of: handle) else { return 0 }
        return abs(tree.distance(from: place, toFence: slot, isInside: isCovered, scratch: &scratch))
    }

    /// Returns the tree that is exact everywhere, with the geofence's slot in it.
    private func tree(of handle: UInt32) -> (tree: NearestTree, slot: UInt32)? {
        switch snapshot.place(of: handle) {
        case .layer(let number, let slot): (snapshot.layer(number).contents.nearest, UInt32(slot))
        case .fresh(let position): (snapshot.fresh.fences[position].nearest, 0)
        case nil: nil
        }
    }
}
