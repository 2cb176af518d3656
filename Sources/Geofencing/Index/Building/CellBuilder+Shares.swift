internal import Dispatch

// SAFETY: every builder reads the same coordinates and writes within its own bounds of the arenas, and to those cells
// of the root that its share owns; nobody reads before all of them are done.

extension CellBuilder {
    /// Builds all cells, on several threads if there is enough to do.
    static func build(
        _ table: FenceTable,
        _ grid: CellGrid,
        _ limits: CellLimits,
        threads: Int
    ) -> CellArenas {
        unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
            // A table of circles alone has no vertices to point to, and none will be read.
            let nothing = UnsafeMutablePointer<Double>.allocate(capacity: 1)
            defer { unsafe nothing.deallocate() }
            nonisolated(unsafe) let coordinates = unsafe coordinates.baseAddress ?? UnsafePointer(nothing)
            return build(CellShare.even(threads, of: table, grid), grid) { share, room in
                var builder = unsafe CellBuilder(
                    table: table,
                    grid: grid,
                    limits: limits,
                    share: share,
                    coordinates: coordinates,
                    in: room
                )
                builder.build()
                return builder.finish()
            }
        }
    }

    /// Builds shares that together are all cells, each on a thread of its own.
    ///
    /// They lay out one index: each has a range of every arena to itself, twice the size that it is likely to need, so
    /// there is nothing to copy or move at the end. If that is not enough after all, one thread builds everything
    /// again.
    private static func build(
        _ shares: [CellShare],
        _ grid: CellGrid,
        _ body: @Sendable (CellShare, CellRoom) -> CellArenas
    ) -> CellArenas {
        var ends = [CellRoom.Size.zero]
        for share in shares { ends.append(ends[ends.count - 1] + CellRoom.Size(input: 2 * share.input)) }
        if shares.count > 1, let total = ends.last, total.isWithinEntries {
            let bounds = ends
            nonisolated(unsafe) let whole = CellRoom(grid, total)
            nonisolated(unsafe) let parts = UnsafeMutablePointer<CellArenas>.allocate(capacity: shares.count)
            defer { unsafe parts.deallocate() }
            DispatchQueue.concurrentPerform(iterations: shares.count) { number in
                let room = unsafe CellRoom(within: whole, from: bounds[number], to: bounds[number + 1])
                unsafe (parts + number).initialize(to: body(shares[number], room))
            }
            var sum = unsafe parts[0]
            for number in 1..<shares.count { unsafe sum.add(parts[number]) }
            if sum.isInPlace { return sum }
            unsafe whole.free()
        }
        let input = shares.reduce(0) { $0 + $1.input }
        return body(.whole(input: input), CellRoom(grid, CellRoom.Size(input: input)))
    }
}
