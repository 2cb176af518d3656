// SAFETY: as in `CellBuilder`: runs are those of the content, and their edges the table's.

extension CellBuilder {
    /// How a part is to be tested in a cell: along a ray to a side that no edge touches, if there is one.
    mutating func plan(for item: CellItem, of content: CellContent, _ frame: CellFrame) -> CellLeaf.Plan {
        guard item.isCertain, item.edges > 0 else { return .ask }
        // Twice the padding of the cell: an edge that comes within that of the cell, and on its way beyond a side, comes
        // through the box around the side. So no edge is beyond a free side in the rows or columns of the cell.
        let pad = 2 * CellGrid.pad
        let sides = (
            CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x0, y1: frame.y1).padded(by: pad),
            CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: frame.y0).padded(by: pad),
            CellFrame(x0: frame.x1, y0: frame.y0, x1: frame.x1, y1: frame.y1).padded(by: pad),
            CellFrame(x0: frame.x0, y0: frame.y1, x1: frame.x1, y1: frame.y1).padded(by: pad)
        )
        let inner = frame.padded(by: -pad)
        var isFree = (left: true, bottom: true, right: true, top: true)
        var bottom = CellCrossing()
        var left = CellCrossing()
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            for index in run.first..<run.first + run.count {
                let edge = edge(index)
                if inner.encloses(x: edge.ax, y: edge.ay), inner.encloses(x: edge.bx, y: edge.by) { continue }
                if edge.meets(sides.0) { isFree.left = false }
                if edge.meets(sides.1) { isFree.bottom = false }
                if edge.meets(sides.2) { isFree.right = false }
                if edge.meets(sides.3) { isFree.top = false }
                bottom.countHorizontal(edge, x0: frame.x0, x1: frame.x1, y: frame.y0)
                left.countVertical(edge, x: frame.x0, y0: frame.y0, y1: frame.y1)
            }
        }
        if isFree.left { return .ray(axis: 0, backward: true, isInside: item.isInside) }
        if isFree.bottom { return .ray(axis: 1, backward: true, isInside: item.isInside) }
        if isFree.right, bottom.isCertain {
            return .ray(axis: 0, backward: false, isInside: item.isInside != bottom.isOdd)
        }
        if isFree.top, left.isCertain {
            return .ray(axis: 1, backward: false, isInside: item.isInside != left.isOdd)
        }
        return .general(isInside: item.isInside)
    }
}
