internal import CPrefetch

// SAFETY: as in `CellIndex`; prefetching memory after the last leaf or set does no harm.

extension CellIndex {
    @inline(__always)
    func prefetch(x: Double, y: Double) {
        let keys = Keys(grid, x: x, y: y)
        guard keys.areInside(grid) else { return }
        unsafe geofence_prefetch(root + Int(keys.rootCell(grid)))
    }

    /// Prefetches a set: the first two cache lines from its start.
    @inline(__always)
    func prefetch(set offset: Int) {
        unsafe geofence_prefetch(sets + offset)
        unsafe geofence_prefetch(sets + (offset + 16))
    }

    /// Prefetches the lines of a leaf after its first: one, or more if leaves are long.
    @inline(__always)
    func prefetchRest(ofLeaf record: UnsafeRawPointer) {
        unsafe geofence_prefetch(record + 64)
        guard hasLongLeaves else { return }
        unsafe geofence_prefetch(record + 128)
        guard hasLongestLeaves else { return }
        for line in 3..<6 { unsafe geofence_prefetch(record + 64 * line) }
    }
}
