/// One worker's way to measure how far places are from the boundaries of single geofences.
struct FenceMeasure {
    private var snapshot: FenceSnapshot
    /// Of the base, once they were needed.
    private var tree: NearestTree?
    private var scales: [Double]?
    private var scratch = NearestScratch()

    init(_ snapshot: FenceSnapshot) { self.snapshot = snapshot }

    mutating func use(_ next: FenceSnapshot) {
        if next.base.contents !== snapshot.base.contents { (tree, scales) = (nil, nil) }
        snapshot = next
    }

    /// The size of a geofence in meters; see `FenceTable.makeScales()`.
    mutating func scale(_ handle: UInt32) -> Double {
        if let fence = snapshot.fresh.fence(handle) { return fence.table.makeScales()[0] }
        for layer in snapshot.delta {
            if let slot = layer.contents.slot(of: handle) { return layer.contents.scales.scales[slot] }
        }
        guard let slot = snapshot.base.contents.slot(of: handle) else { return 0 }
        if let circle = snapshot.base.contents.table.circle(ofFence: slot) { return circle.radius }
        let scales = self.scales ?? snapshot.base.contents.scales.scales
        self.scales = scales
        return scales[slot]
    }

    /// The signed geodesic distance in meters from a place to the boundary, negative inside; right to a decimeter.
    ///
    /// - Parameter isCovered: Whether the geofence covers the place, which decides the sign.
    mutating func distance(from place: Coordinate, to handle: UInt32, isCovered: Bool) -> Double {
        let distance = abs(unsignedDistance(from: place, to: handle, isCovered: isCovered))
        return isCovered ? 0 - distance : distance
    }

    private mutating func unsignedDistance(from place: Coordinate, to handle: UInt32, isCovered: Bool) -> Double {
        if let slot = snapshot.fresh.fences.firstIndex(where: { $0.handle == handle }) {
            return distance(from: place, slot: 0, snapshot.fresh.fences[slot].table, isCovered) {
                NearestTree(table: $0)
            }
        }
        for layer in snapshot.delta {
            guard let slot = layer.contents.slot(of: handle) else { continue }
            return distance(from: place, slot: slot, layer.contents.table, isCovered) { _ in
                layer.contents.nearest.tree
            }
        }
        let contents = snapshot.base.contents
        guard let slot = contents.slot(of: handle) else { return 0 }
        if tree == nil, contents.table.circle(ofFence: slot) == nil { tree = contents.nearest.tree }
        let known = tree
        return distance(from: place, slot: slot, contents.table, isCovered) { _ in known ?? contents.nearest.tree }
    }

    private mutating func distance(
        from place: Coordinate,
        slot: Int,
        _ table: FenceTable,
        _ isCovered: Bool,
        tree: (FenceTable) -> NearestTree
    ) -> Double {
        if let circle = table.circle(ofFence: slot) { return circle.boundaryDistance(from: place) }
        let tree = tree(table)
        if let near = tree.nearDistance(from: place, toPolygon: UInt32(slot)) { return near }
        return tree.distance(from: place, toFence: UInt32(slot), isInside: isCovered, scratch: &scratch)
    }
}

extension FenceTable {
    /// The circle that a geofence is; `nil` for polygons.
    func circle(ofFence slot: Int) -> Circle? {
        if circles.count == fences.count { return circles[slot].circle }
        let entry = circles.partitioningIndex { $0.fence >= slot }
        guard entry < circles.count, circles[entry].fence == slot else { return nil }
        return circles[entry].circle
    }
}

extension Circle {
    /// The geodesic distance in meters to the boundary, negative inside.
    func boundaryDistance(from place: Coordinate) -> Double {
        let chord = EarthCentered(latitude: place.latitude, longitude: place.longitude)
            .chordSquared(to: EarthCentered(latitude: center.latitude, longitude: center.longitude)).squareRoot()
        if chord <= ChordLength.limit { return ChordLength.distance(overChord: chord) - radius }
        return Geodesic.distance(
            latitude1: center.latitude,
            longitude1: center.longitude,
            latitude2: place.latitude,
            longitude2: place.longitude
        ) - radius
    }
}
