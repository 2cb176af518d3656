// SAFETY: as in `CellBuilder`: runs are those of the content, and their edges those of the table.

extension CellBuilder {
    /// Returns whether more than this many of the edges in a cell are short beside its side. All edges of a part that
    /// lies in the cell with room around it count, because quartering separates it from others.
    mutating func hasShortEdges(moreThan few: Int, _ content: CellContent, _ frame: CellFrame) -> Bool {
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
            for number in item.firstRun..<item.firstRun + item.runCount {
                let run = unsafe lists[content.quarter].runs.base[number]
                for edge in run.first..<run.first + run.count where missing > 0 {
                    missing -= isShort(edge, shortLength) ? 1 : 0
                }
            }
        }
        return missing <= 0
    }

    @inline(__always)
    private mutating func isShort(_ edge: UInt32, _ length: Double) -> Bool {
        let at = unsafe coordinates + 2 * Int(edge)
        let way = unsafe SIMD2(at[2], at[3]) - SIMD2(at[0], at[1])
        let isShort = (way .< length) .& (way .> -length)
        return isShort[0] && isShort[1]
    }
}
