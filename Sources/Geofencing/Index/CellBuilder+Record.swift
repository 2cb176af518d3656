// SAFETY: as in `CellBuilder`. A leaf's size is computed before its bytes are laid out, and every field is within it.

extension CellBuilder {
    /// Lays a leaf out and returns its offset.
    mutating func write(
        _ header: CellLeaf.Header,
        _ content: CellContent,
        _ base: CellBase,
        _ frame: CellFrame
    ) -> Int {
        let layout = CellLeaf.Layout(header, isLarge: header.isLarge)
        let size = layout.verticesOffset + vertices.count * 2
        alignLeaf(size: size)
        let offset = leaves.count * 8
        let record = unsafe UnsafeMutableRawPointer(leaves.extend(by: (size + 7) / 8))
        unsafe header.write(to: record)
        if header.hasSets {
            unsafe writeSets(base, to: record + layout.partialsOffset)
        } else {
            unsafe (record + layout.partialsOffset).copyMemory(
                from: partials.base,
                byteCount: partials.count * MemoryLayout<CellPartial>.stride
            )
        }
        unsafe writeRuns(isLarge: header.isLarge, size: layout.runSize, to: record + layout.runsOffset)
        unsafe writeCircles(content, frame, to: record + layout.circlesOffset)
        unsafe (record + layout.verticesOffset).copyMemory(from: vertices.base, byteCount: vertices.count * 2)
        return offset
    }

    private func writeRuns(isLarge: Bool, size: Int, to place: UnsafeMutableRawPointer) {
        for index in 0..<runs.count {
            let run = unsafe runs.base[index]
            let at = unsafe place + index * size
            unsafe at.storeBytes(of: run.first, as: UInt32.self)
            let ordinal = isLarge ? 0 : run.ordinal << CellLeaf.ordinalShift
            unsafe at.storeBytes(of: run.bits | ordinal, toByteOffset: 4, as: UInt32.self)
            if isLarge { unsafe at.storeBytes(of: run.ordinal, toByteOffset: 8, as: UInt32.self) }
        }
    }

    private mutating func writeCircles(_ content: CellContent, _ frame: CellFrame, to place: UnsafeMutableRawPointer) {
        var at = unsafe place
        for offset in 0..<content.circles.count where unsafe ordinals.base[content.items.count + offset] >= 0 {
            let number = unsafe lists[content.quarter].circles.base[content.circles.lowerBound + offset]
            let ordinal = unsafe UInt32(ordinals.base[content.items.count + offset])
            unsafe at.storeBytes(of: filter(number, ordinal: ordinal, frame), as: CellLeaf.CircleFilter.self)
            unsafe at += CellLeaf.circleSize
        }
    }

    /// Writes the sets of a leaf's answers: the base with each choice of its partial geofences, in the order of their masks.
    private mutating func writeSets(_ base: CellBase, to place: UnsafeMutableRawPointer) {
        let start = bases.count
        let choices = 1 << partials.count
        for mask in 1...partials.count * 2 {
            var copied = 0
            for ordinal in 0..<partials.count where mask < choices && mask >> ordinal & 1 != 0 {
                let partial = unsafe partials.base[ordinal]
                bases.push(from: base.start + copied, to: base.start + Int(partial.position))
                copied = Int(partial.position)
                bases.push(partial.slot)
            }
            bases.push(from: base.start + copied, to: base.start + base.count)
            let set = unsafe sets.intern(UnsafeBufferPointer(start: bases.base + start, count: bases.count - start))
            bases.cut(to: start)
            unsafe place.storeBytes(of: UInt32(set), toByteOffset: 4 * (mask - 1), as: UInt32.self)
        }
    }

    /// Leaves out the rest of a cache line if a leaf of this size is then in fewer lines.
    private mutating func alignLeaf(size: Int) {
        let words = (size + 7) / 8
        let used = leaves.count % 8
        guard used > 0, (used + words + 7) / 8 > (words + 7) / 8 else { return }
        for _ in used..<8 { leaves.push(0) }
    }
}
