internal import CPrefetch

// SAFETY: as in `CellIndex`. The room of the place that is alone is a worker's, and has values once one has been looked up. What lies
// behind the last leaf or set is asked for, and not read.

extension CellIndex {
    /// Finds the answer for a place that is alone, which may still be in the cell that a memo knows. No other miss is there to overlap
    /// with, so it keeps to registers on its way, and asks for all that may be needed as soon as it is known.
    @inline(never)
    func approach(x: Double, y: Double, from memo: LookupMemo, worker: borrowing Worker) {
        let keys = Keys(grid, x: x, y: y)
        let place = Query(x: x, y: y, keys: keys)
        let isInside = keys.areInside(grid)
        // What is outside the grid has no size, so that nobody remembers a cell for it.
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

    /// The answer of a leaf for a place.
    @inline(__always)
    private func answer(of entry: CellEntry, _ place: Query) -> CellLeaf.Answer {
        let record = unsafe leaves + entry.leafOffset
        unsafe prefetchRest(ofLeaf: record)
        let header = unsafe CellLeaf.Header(record)
        if header.isMarked { return .unknown }
        if hasLongLeaves { unsafe prefetchSets(record, header) }
        return unsafe CellLeaf.Answer(record, header, mask: test(record, header, place))
    }

    /// Asks for the sets that an answer of a leaf may be copied from, before it is known which.
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
