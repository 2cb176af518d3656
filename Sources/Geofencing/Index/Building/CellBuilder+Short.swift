// SAFETY: as in `CellBuilder`: items are those of the content.

extension CellBuilder {
    /// Returns whether more than this many of the edges in a cell are short beside its side. All edges of a part that
    /// lies in the cell with room around it count, because quartering separates it from others.
    mutating func hasShortEdges(moreThan few: Int, _ place: CellPlace, _ content: CellContent) -> Bool {
        let frame = frame(of: place)
        let shortLength = (frame.x1 - frame.x0) * CellLimits.shortShare
        let inner = frame.padded(by: -CellGrid.pad)
        var missing = few + 1
        for index in content.items where missing > 0 {
            let item = unsafe lists[content.quarter].items.base[index]
            let box = table.parts[Int(item.part)].box
            if inner.encloses(x: box.minX, y: box.minY), inner.encloses(x: box.maxX, y: box.maxY) {
                missing -= item.edges
                continue
            }
            forEachEdge(of: item, content) { edge in
                missing -= edge.isShorter(than: shortLength) ? 1 : 0
                return missing > 0
            }
        }
        return missing <= 0
    }
}

extension CellEdge {
    /// Returns whether the edge is shorter than this along both axes.
    @inline(__always)
    fileprivate func isShorter(than length: Double) -> Bool {
        let way = SIMD2(bx, by) - SIMD2(ax, ay)
        let isShort = (way .< length) .& (way .> -length)
        return isShort[0] && isShort[1]
    }
}
