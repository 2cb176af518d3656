// SAFETY: as in `CellBuilder`. A leaf's size is computed before its bytes are laid out, and every field is within it.

extension CellBuilder {
    /// Lays out a leaf and returns its offset.
    mutating func write(
        _ header: CellLeaf.Header,
        over set: CellSet,
        _ content: CellContent,
        _ frame: CellFrame
    ) -> Int {
        let layout = CellLeaf.Layout(header, isLarge: header.isLarge)
        let size = layout.verticesOffset + vertices.count * 2
        alignLeaf(size: size)
        let offset = leaves.count * 8
        let record = unsafe UnsafeMutableRawPointer(leaves.extend(by: (size + 7) / 8))
        unsafe header.write(to: record)
        if header.hasSets {
            unsafe writeSets(over: set, to: record + layout.partialsOffset)
        } else {
            unsafe (record + layout.partialsOffset).copyMemory(
                from: partials.base,
                byteCount: partials.count * MemoryLayout<CellPartial>.stride
            )
        }
        if header.isLarge { unsafe writeParts(of: content, frame, layout, to: record) }
        unsafe writeRuns(isLarge: header.isLarge, to: record + layout.runsOffset)
        unsafe writeCircles(content, frame, isLarge: header.isLarge, to: record + layout.circlesOffset)
        unsafe (record + layout.verticesOffset).copyMemory(from: vertices.base, byteCount: vertices.count * 2)
        return offset
    }

    private func writeRuns(isLarge: Bool, to place: UnsafeMutableRawPointer) {
        for index in 0..<runs.count {
            let run = unsafe runs.base[index]
            let at = unsafe place + index * CellLeaf.Run.size
            unsafe at.storeBytes(of: run.first, as: UInt32.self)
            let ordinal = isLarge ? 0 : run.ordinal << CellLeaf.ordinalShift
            unsafe at.storeBytes(of: run.bits | ordinal, toByteOffset: 4, as: UInt32.self)
        }
    }

    private mutating func writeCircles(
        _ content: CellContent,
        _ frame: CellFrame,
        isLarge: Bool,
        to place: UnsafeMutableRawPointer
    ) {
        var at = unsafe place
        for offset in 0..<content.circles.count where unsafe ordinals.base[content.items.count + offset] >= 0 {
            let number = unsafe lists[content.quarter].circles.base[content.circles.lowerBound + offset]
            let ordinal = unsafe UInt32(ordinals.base[content.items.count + offset])
            unsafe at.storeBytes(of: filter(number, ordinal: ordinal, frame), as: CellLeaf.CircleFilter.self)
            unsafe at += MemoryLayout<CellLeaf.CircleFilter>.size
            guard !isLarge else { continue }
            unsafe at.storeBytes(of: number, as: UInt32.self)
            unsafe at += 4
        }
    }

    /// Writes the sets of a leaf's answers. With one partial geofence, that of the whole cell plus this one; with two,
    /// that of the whole cell plus the first, plus the second, and plus both. The remaining room gets that of the whole
    /// cell once more.
    private mutating func writeSets(over set: CellSet, to place: UnsafeMutableRawPointer) {
        var mask = 0
        func write(_ set: CellSet) {
            unsafe place.storeBytes(of: UInt32(set.offset), toByteOffset: 4 * mask, as: UInt32.self)
            mask += 1
        }
        let first = unsafe sets.adding(partials.base[0].slot, to: set)
        write(first)
        if partials.count == 2 {
            let slot = unsafe partials.base[1].slot
            write(sets.adding(slot, to: set))
            write(sets.adding(slot, to: first))
        }
        write(set)
    }

    /// Skips the rest of a cache line if a leaf of this size then takes up fewer lines.
    private mutating func alignLeaf(size: Int) {
        let words = (size + 7) / 8
        let used = leaves.count % 8
        guard used > 0, (used + words + 7) / 8 > (words + 7) / 8 else { return }
        for _ in used..<8 { leaves.push(0) }
    }
}
