// SAFETY: as in `CellBuilder`; an element of a list is changed before anything is pushed to it.

extension CellBuilder {
    /// Returns the contents of the whole grid.
    mutating func topContent() -> CellContent {
        let top = frame(of: .top)
        let padded = top.padded(by: CellGrid.pad)
        for (number, part) in table.parts.enumerated() {
            let firstRun = unsafe lists[0].runs.count
            var edges = 0
            let box = part.box
            let isWithin = top.encloses(x: box.minX, y: box.minY) && top.encloses(x: box.maxX, y: box.maxY)
            for ring in table.rings(of: part) {
                let first = UInt32(ring.firstVertex)
                let count = UInt32(ring.edges.count)
                if isWithin {
                    unsafe lists[0].runs.push(CellRun(first: first, count: count))
                    edges += ring.edges.count
                    continue
                }
                for index in first..<first + count where edge(index).meets(padded) {
                    append(index, from: firstRun)
                    edges += 1
                }
            }
            // The low corner of the grid is below all geofences.
            guard edges > 0 else { continue }
            unsafe lists[0].items.push(
                CellItem(
                    part: UInt32(number),
                    slot: part.fence,
                    firstRun: firstRun,
                    runCount: lists[0].runs.count - firstRun,
                    edges: edges,
                    isInside: false,
                    isCertain: true
                )
            )
        }
        for circle in table.circles.indices { unsafe lists[0].circles.push(UInt32(circle)) }
        return unsafe CellContent(
            quarter: 0,
            endItem: lists[0].items.count,
            endCircle: lists[0].circles.count,
            edges: table.coordinates.count / 2,
            smallCircles: .max / 8
        )
    }

    /// Appends an edge to the last run of the first list if it continues that run, or else as a run of its own.
    private mutating func append(_ index: UInt32, from firstRun: Int) {
        let count = unsafe lists[0].runs.count
        if count > firstRun {
            let last = unsafe lists[0].runs.base + (count - 1)
            if unsafe last.pointee.first + last.pointee.count == index {
                unsafe last.pointee.count += 1
                return
            }
        }
        unsafe lists[0].runs.push(CellRun(first: index, count: 1))
    }
}
