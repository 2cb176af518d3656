extension CellIndex {
    /// The keys of a point.
    struct Keys: BitwiseCopyable {
        let x: UInt64
        let y: UInt64

        @inline(__always)
        init(_ grid: CellGrid, x: Double, y: Double) {
            self.x = grid.keyX(x)
            self.y = grid.keyY(y)
        }

        @inline(__always)
        func areInside(_ grid: CellGrid) -> Bool { x < grid.keyColumns && y < grid.keyRows }

        /// The bits that distinguish cells.
        @inline(__always) var cellX: UInt32 { UInt32(truncatingIfNeeded: x &>> UInt64(CellGrid.localBits)) }
        @inline(__always) var cellY: UInt32 { UInt32(truncatingIfNeeded: y &>> UInt64(CellGrid.localBits)) }

        /// Returns whether the point is in the cell that a memo knows.
        @inline(__always)
        func areInCell(of memo: LookupMemo) -> Bool {
            ((cellX ^ memo.cellX) | (cellY ^ memo.cellY)) &>> memo.shift == 0
        }

        /// Returns the number of the cell of the root; the point must be inside the grid.
        @inline(__always)
        func rootCell(_ grid: CellGrid) -> UInt32 {
            (cellY &>> grid.rootShift) &* grid.columns &+ (cellX &>> grid.rootShift)
        }

        /// Returns the point in units of its cell of a level, rounded down.
        @inline(__always)
        func units(level: UInt32) -> (x: Int16, y: Int16) {
            let shift = UInt64(CellGrid.cellBits &- level)
            return (
                Int16(truncatingIfNeeded: (x &>> shift) & CellGrid.localMask),
                Int16(truncatingIfNeeded: (y &>> shift) & CellGrid.localMask)
            )
        }
    }

    /// A point and its keys.
    struct Query: BitwiseCopyable {
        let x: Double
        let y: Double
        let keys: Keys
    }
}
