internal import CPrefetch

// SAFETY: as in `CellIndex`. The room for the point that is alone belongs to a worker, and has values once a point has
// been looked up. Memory after the last leaf or set is prefetched, but not read.

extension CellIndex {
    /// Finds the answer for a point that is alone, which may still be in the cell that a memo knows. There is no other
    /// cache miss to overlap with, so the lookup stays in registers on its way down, and prefetches everything that it
    /// may need as soon as that is known.
    @inline(never)
    func approach(x: Double, y: Double, from memo: LookupMemo, worker: borrowing Worker) {
        let keys = Keys(grid, x: x, y: y)
        let place = Query(x: x, y: y, keys: keys)
        let isInside = keys.areInside(grid)
        // A cell outside the grid gets size 0, so that no memo remembers it.
        var shift = isInside ? grid.rootShift : 0
        var entry = CellEntry(raw: memo.token)
        if keys.areInCell(of: memo) && isInside {
            shift = memo.shift
        } else {
            entry = unsafe CellEntry(raw: root[isInside ? Int(keys.rootCell(grid)) : grid.rootCount])
        }
        while entry.nodeMask != 0 {
            let child = entry.child(cellX: keys.cellX, cellY: keys.cellY, shift: &shift)
            entry = unsafe CellEntry(raw: nodes[child])
        }
        let number = LookupGroup.alone
        unsafe (worker.group + number).initialize(to: place)
        unsafe worker.entries[number] = entry.raw
        unsafe worker.shifts[number] = shift
        unsafe worker.answers[number] = entry.leafMask == 0 ? entry.raw &>> 2 : answer(of: entry, place).raw
    }

    /// Returns the answer of a leaf for a point.
    @inline(__always)
    private func answer(of entry: CellEntry, _ place: Query) -> CellLeaf.Answer {
        let record = unsafe leaves + entry.leafOffset
        unsafe prefetchRest(ofLeaf: record)
        let header = unsafe CellLeaf.Header(record)
        if header.isMarked { return .unknown }
        if hasLongLeaves { unsafe prefetchSets(record, header) }
        return unsafe CellLeaf.Answer(record, header, mask: test(record, header, place))
    }

    /// Prefetches the sets from which an answer of a leaf may be copied, before it is known which of them it is.
    @inline(__always)
    func prefetchSets(_ record: UnsafeRawPointer, _ header: CellLeaf.Header) {
        prefetch(set: Int(header.set))
        unsafe geofence_prefetch(sets + (Int(header.set) &+ 32))
        guard header.hasSets else { return }
        for mask in 1...(header.partials == 1 ? 1 : 3) as ClosedRange<UInt32> {
            prefetch(set: unsafe CellLeaf.Answer(record, header, mask: mask).setOffset)
        }
    }
}
