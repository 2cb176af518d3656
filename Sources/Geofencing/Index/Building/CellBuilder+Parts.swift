// SAFETY: as in `CellBuilder+Record.swift`: a leaf has room for all of its parts, and for the nodes of their boxes. The
// items are those of the content, and each has runs up to one that is marked as its last.

extension CellBuilder {
    /// Sorts the items of a cell that will be a large leaf, and their ordinals, so that near ones follow one another.
    mutating func sortItems(of content: CellContent, _ frame: CellFrame) {
        let units = CellUnits(frame)
        let items = unsafe UnsafeMutableBufferPointer(
            start: lists[content.quarter].items.base + content.firstItem,
            count: content.items.count
        )
        let placed = items.indices.map { offset in
            let position = unsafe units.box(around: table.parts[Int(items[offset].part)].box).curvePosition
            return unsafe (position: position, item: items[offset], ordinal: ordinals.base[offset])
        }
        for (offset, next) in placed.sorted(by: { $0.position < $1.position }).enumerated() {
            unsafe items[offset] = next.item
            unsafe ordinals.base[offset] = next.ordinal
        }
    }

    /// Writes the parts of a large leaf whose runs are collected, and the boxes around them.
    mutating func writeParts(
        of content: CellContent,
        _ frame: CellFrame,
        _ layout: CellLeaf.Layout,
        to record: UnsafeMutableRawPointer
    ) {
        let units = CellUnits(frame)
        var boxes: [CellPartBox] = []
        var (run, vertex) = (0, 0)
        var at = unsafe record + layout.partsOffset
        for (offset, index) in content.items.enumerated() where unsafe ordinals.base[offset] >= 0 {
            let item = unsafe lists[content.quarter].items.base[index]
            let ordinal = unsafe UInt32(ordinals.base[offset])
            boxes.append(units.box(around: table.parts[Int(item.part)].box))
            let part = CellLeaf.Part(run: UInt32(run), vertex: UInt32(vertex), ordinal: ordinal)
            unsafe at.storeBytes(of: part, as: CellLeaf.Part.self)
            unsafe at += MemoryLayout<CellLeaf.Part>.stride
            var isLast = false
            while !isLast {
                let bits = unsafe runs.base[run].bits
                if bits & (CellLeaf.general | CellLeaf.ask) == 0 { vertex += CellLeaf.edges(of: bits) + 1 }
                isLast = bits & CellLeaf.last != 0
                run += 1
            }
        }
        unsafe CellPartBoxes.nodes(of: boxes).withUnsafeBytes { nodes in
            unsafe UnsafeMutableRawBufferPointer(start: record + layout.boxesOffset, count: nodes.count).copyMemory(
                from: nodes
            )
        }
    }
}

extension CellUnits {
    /// Returns a box in degrees converted to units, limited to the cell, and a unit larger on each side, because points
    /// are rounded down.
    fileprivate func box(around box: Box) -> CellPartBox {
        func limited(_ point: SIMD2<Double>) -> SIMD2<Int16> {
            Self.down(point.clamped(lowerBound: SIMD2(-1, -1), upperBound: SIMD2(repeating: Self.perSide)))
        }
        let low = limited(local(x: box.minX, y: box.minY) - 1)
        let high = limited(local(x: box.maxX, y: box.maxY) + 1)
        return CellPartBox(lowX: low.x, lowY: low.y, highX: high.x, highY: high.y)
    }
}

extension CellPartBox {
    /// The position of its middle along a curve through the cell.
    fileprivate var curvePosition: UInt64 {
        CubeCurve.hilbert(UInt32(Int(lowX) + Int(highX) + 2), UInt32(Int(lowY) + Int(highY) + 2))
    }
}
