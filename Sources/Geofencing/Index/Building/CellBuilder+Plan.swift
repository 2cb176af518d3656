// SAFETY: as in `CellBuilder`: runs are those of the content, and their edges those of the table.

extension CellBuilder {
    /// Returns how a part is to be tested in a cell: along a ray to a side that no edge touches, if there is one.
    mutating func plan(for item: CellItem, of content: CellContent, _ frame: CellFrame) -> CellLeaf.Plan {
        guard item.isCertain, item.edges > 0 else { return .ask }
        // Twice the padding of the cell: an edge that comes within the padding of the cell and that somewhere lies
        // beyond a side passes through the box around that side. So no edge is beyond a free side in the rows or
        // columns of the cell.
        let pad = 2 * CellGrid.pad
        let (outer, inner) = (frame.padded(by: pad), frame.padded(by: -pad))
        var side = outer
        side.x1 = inner.x0
        if isFree(side, of: item, content, axis: 0, unless: { $0 > inner.x0 }) {
            return .ray(axis: 0, backward: true, isInside: item.isInside)
        }
        side = outer
        side.y1 = inner.y0
        if isFree(side, of: item, content, axis: 1, unless: { $0 > inner.y0 }) {
            return .ray(axis: 1, backward: true, isInside: item.isInside)
        }
        var way = CellCrossing()
        side = outer
        side.x0 = inner.x1
        if isFree(side, of: item, content, axis: 0, unless: { $0 < inner.x1 }) {
            forEachEdge(of: item, content) { way.countHorizontal($0, x0: frame.x0, x1: frame.x1, y: frame.y0) }
            if way.isCertain { return .ray(axis: 0, backward: false, isInside: item.isInside != way.isOdd) }
        }
        side = outer
        side.y0 = inner.y1
        if isFree(side, of: item, content, axis: 1, unless: { $0 < inner.y1 }) {
            way = CellCrossing()
            forEachEdge(of: item, content) { way.countVertical($0, x: frame.x0, y0: frame.y0, y1: frame.y1) }
            if way.isCertain { return .ray(axis: 1, backward: false, isInside: item.isInside != way.isOdd) }
        }
        return .general(isInside: item.isInside)
    }

    /// Returns whether no edge of a part touches the box around a side of the cell.
    ///
    /// - Parameters:
    ///   - axis: The axis across the side: 0 for x.
    ///   - isClear: Whether a coordinate on that axis is clear of the side: an edge does not touch it if both of its ends
    ///     are, which is so for most edges.
    @inline(__always)
    private mutating func isFree(
        _ side: CellFrame,
        of item: CellItem,
        _ content: CellContent,
        axis: Int,
        unless isClear: (Double) -> Bool
    ) -> Bool {
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            var at = unsafe coordinates + (2 * Int(run.first) + axis)
            var wasClear = unsafe isClear(at[0])
            for index in run.first..<run.first + run.count {
                unsafe at += 2
                let isClear = unsafe isClear(at[0])
                if !(wasClear && isClear), edge(index).meets(side) { return false }
                wasClear = isClear
            }
        }
        return true
    }

    /// Calls `body` with the edges of a part in a cell.
    @inline(__always)
    private mutating func forEachEdge(of item: CellItem, _ content: CellContent, _ body: (CellEdge) -> Void) {
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            for index in run.first..<run.first + run.count { body(edge(index)) }
        }
    }
}
