internal import CPrefetch

// SAFETY: as in `CellIndex`.

extension CellIndex {
    @inline(__always)
    func prefetch(x: Double, y: Double) {
        let keys = Keys(grid, x: x, y: y)
        guard keys.areInside(grid) else { return }
        unsafe geofence_prefetch(root + Int(keys.rootCell(grid)))
    }
}
