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
            return build(CellShare.even(for: threads, of: table, grid), grid, threads: threads) { room, next in
                var builder = unsafe CellBuilder(
                    table: table,
                    grid: grid,
                    limits: limits,
                    coordinates: coordinates,
                    in: room
                )
                builder.build(next)
                return builder.finish()
            }
        }
    }

    /// Builds shares that together are all cells, on several threads that take one after the other.
    ///
    /// They lay out one index: each thread has a range of every arena to itself, twice the size that it is likely to
    /// need, so there is nothing to copy or move at the end. If that is not enough after all, one thread builds
    /// everything again.
    private static func build(
        _ shares: [CellShare],
        _ grid: CellGrid,
        threads: Int,
        _ body: @Sendable (CellRoom, () -> CellShare?) -> CellArenas
    ) -> CellArenas {
        let input = shares.reduce(0) { $0 + $1.input }
        let threads = min(threads, shares.count)
        if threads > 1 {
            let queue = CellShareQueue(shares, threads: threads)
            let size = CellRoom.Size(input: 2 * queue.inputPerThread)
            let ends = (0..<threads).reduce(into: [CellRoom.Size.zero]) { ends, number in
                ends.append(ends[number] + size)
            }
            if ends[threads].isWithinEntries {
                nonisolated(unsafe) let whole = CellRoom(grid, ends[threads])
                nonisolated(unsafe) let parts = UnsafeMutablePointer<CellArenas>.allocate(capacity: threads)
                defer { unsafe parts.deallocate() }
                DispatchQueue.concurrentPerform(iterations: threads) { number in
                    let room = unsafe CellRoom(within: whole, from: ends[number], to: ends[number + 1])
                    var taken = 0
                    unsafe (parts + number).initialize(to: body(room) { queue.next(after: &taken) })
                }
                var sum = unsafe parts[0]
                for number in 1..<threads { unsafe sum.add(parts[number]) }
                if sum.isInPlace { return sum }
                unsafe whole.free()
            }
        }
        var whole: CellShare? = .whole(input: input)
        return body(CellRoom(grid, CellRoom.Size(input: input))) {
            defer { whole = nil }
            return whole
        }
    }
}
