internal import CPrefetch

// SAFETY: as in `CellIndex`; asking for what lies behind the last leaf or set does no harm.

extension CellIndex {
    @inline(__always)
    func prefetch(x: Double, y: Double) {
        let keys = Keys(grid, x: x, y: y)
        guard keys.areInside(grid) else { return }
        unsafe geofence_prefetch(root + Int(keys.rootCell(grid)))
    }

    /// Asks for a set: the first two cache lines from where it starts.
    @inline(__always)
    func prefetch(set offset: Int) {
        unsafe geofence_prefetch(sets + offset)
        unsafe geofence_prefetch(sets + (offset + 16))
    }

    /// Asks for the lines of a leaf behind its first: one, or more where leaves are long.
    @inline(__always)
    func prefetchRest(ofLeaf record: UnsafeRawPointer) {
        unsafe geofence_prefetch(record + 64)
        guard hasLongLeaves else { return }
        unsafe geofence_prefetch(record + 128)
        guard hasLongestLeaves else { return }
        for line in 3..<6 { unsafe geofence_prefetch(record + 64 * line) }
    }
}
