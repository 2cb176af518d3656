internal import CPrefetch

// SAFETY: as in `CellIndex`.

extension CellIndex {
    @inline(__always)
    package func prefetch(x: Double, y: Double) {
        let place = Query(grid, x: x, y: y)
        guard place.isInside else { return }
        let cell = (place.cellY &>> grid.rootShift) &* grid.columns &+ (place.cellX &>> grid.rootShift)
        unsafe geofence_prefetch(root + Int(cell))
    }
}
