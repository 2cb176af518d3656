internal import CPrefetch

// SAFETY: as in `CellIndex`; asking for what lies behind the last set does no harm.

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
}
