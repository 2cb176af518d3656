// SAFETY: as in `CellBuilder`: runs are those of the content, and their edges those of the table.

extension CellBuilder {
    /// Returns how a part is to be tested in a cell: along a ray to a side that no edge touches, if there is one.
    mutating func plan(for item: CellItem, of content: CellContent, _ frame: CellFrame) -> CellLeaf.Plan {
        guard item.isCertain, item.edges > 0 else { return .ask }
        if isFree(CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x0, y1: frame.y1), of: item, content) {
            return .ray(axis: 0, backward: true, isInside: item.isInside)
        }
        if isFree(CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: frame.y0), of: item, content) {
            return .ray(axis: 1, backward: true, isInside: item.isInside)
        }
        var way = CellCrossing()
        if isFree(CellFrame(x0: frame.x1, y0: frame.y0, x1: frame.x1, y1: frame.y1), of: item, content) {
            forEachEdge(of: item, content) { edge in
                way.countHorizontal(edge, x0: frame.x0, x1: frame.x1, y: frame.y0)
                return true
            }
            if way.isCertain { return .ray(axis: 0, backward: false, isInside: item.isInside != way.isOdd) }
        }
        if isFree(CellFrame(x0: frame.x0, y0: frame.y1, x1: frame.x1, y1: frame.y1), of: item, content) {
            way = CellCrossing()
            forEachEdge(of: item, content) { edge in
                way.countVertical(edge, x: frame.x0, y0: frame.y0, y1: frame.y1)
                return true
            }
            if way.isCertain { return .ray(axis: 1, backward: false, isInside: item.isInside != way.isOdd) }
        }
        return .general(isInside: item.isInside)
    }

    /// Returns whether no edge of a part touches a side of the cell.
    private mutating func isFree(_ side: CellFrame, of item: CellItem, _ content: CellContent) -> Bool {
        // Twice the padding of the cell: an edge that comes within the padding of the cell and that somewhere lies
        // beyond a side passes through the box around that side. So no edge is beyond a free side in the rows or
        // columns of the cell.
        let box = side.padded(by: 2 * CellGrid.pad)
        return forEachEdge(of: item, content) { !$0.meets(box) }
    }

    /// Calls `body` with the edges of a part in a cell for as long as it returns `true`, and returns whether it got all
    /// of them.
    @inline(__always)
    @discardableResult
    mutating func forEachEdge(of item: CellItem, _ content: CellContent, _ body: (CellEdge) -> Bool) -> Bool {
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            for index in run.first..<run.first + run.count where !body(edge(index)) { return false }
        }
        return true
    }
}
