/// One worker's way to measure how places lie to the boundaries of single geofences.
struct FenceMeasure {
    private var snapshot: FenceSnapshot
    /// Of the base, once they were needed.
    private var baseBoundaries: BoundaryTree?
    private var scratch = NearestScratch()

    init(_ snapshot: FenceSnapshot) { self.snapshot = snapshot }

    mutating func use(_ next: FenceSnapshot) {
        if next.base.contents !== snapshot.base.contents { baseBoundaries = nil }
        snapshot = next
    }

    /// The size of a geofence in meters; see `BoundaryTree.scales`.
    mutating func scale(_ handle: UInt32) -> Double { find(handle).map { $0.boundaries.scales[$0.slot] } ?? 0 }

    /// The signed geodesic distance in meters from a place to the boundary, negative inside; right to a decimeter.
    ///
    /// - Parameters:
    ///   - isCovered: Whether the geofence covers the place, which decides the sign.
    ///   - limit: How far away is far enough: from there on the distance may be `limit` instead.
    mutating func distance(
        from place: Coordinate,
        to handle: UInt32,
        isCovered: Bool,
        upTo limit: Double = .infinity
    ) -> Double {
        guard let (boundaries, slot, layer) = find(handle) else { return 0 }
        let distance: Double
        if let near = boundaries.distance(from: place, toFence: slot, upTo: limit) {
            distance = near
        } else {
            let tree = layer?.nearest.value ?? NearestTree(table: boundaries.table)
            distance = abs(
                tree.distance(from: place, toFence: UInt32(slot), isInside: isCovered, scratch: &scratch)
            )
        }
        return isCovered ? 0 - distance : distance
    }

    /// When a device crossed the boundary between its last fix on one side and its first on the other, in milliseconds since
    /// 1970: where the straight way between them meets the boundary for the last time.
    ///
    /// Where that is not found, as far along as the distances of the two to the boundary have it.
    mutating func crossing(from before: Sighting, to first: Sighting, of handle: UInt32, isExit: Bool) -> Int64 {
        let segment = Segment(from: before.coordinate, to: first.coordinate)
        let share: Double
        if let (boundaries, slot, _) = find(handle),
            let meeting = boundaries.lastMeeting(of: segment, withFence: slot)
        {
            share = meeting
        } else {
            let near = abs(distance(from: before.coordinate, to: handle, isCovered: isExit))
            let far = abs(distance(from: first.coordinate, to: handle, isCovered: !isExit))
            share = near + far > 0 ? near / (near + far) : 1
        }
        return before.time &+ Int64((Double(first.time &- before.time) * share).rounded(.down))
    }

    /// Where a geofence's boundary is kept; the layer is `nil` for one that has none yet.
    private mutating func find(_ handle: UInt32) -> (boundaries: BoundaryTree, slot: Int, layer: FenceLayer.Contents?)?
    {
        // Nearly all geofences are in the base.
        let base = snapshot.base.contents
        if let slot = base.slot(of: handle) {
            let boundaries = baseBoundaries ?? base.boundaries.value
            baseBoundaries = boundaries
            return (boundaries, slot, base)
        }
        for layer in snapshot.delta {
            guard let slot = layer.contents.slot(of: handle) else { continue }
            return (layer.contents.boundaries.value, slot, layer.contents)
        }
        return snapshot.fresh.fence(handle).map { ($0.boundaries.value, 0, nil) }
    }
}
