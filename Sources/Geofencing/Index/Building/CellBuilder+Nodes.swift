// SAFETY: quad indexes come from `divide`; nodes are laid out in room that was reserved before.

extension CellBuilder {
    /// Turns a tree of quarters into nodes of 4, 16 or 64 entries and returns the entry of its top.
    mutating func flatten(_ entry: CellEntry) -> CellEntry {
        guard entry.kind == 0 else { return entry }
        let second = quadCount(below: entry, levels: 1)
        let third = second + quadCount(below: entry, levels: 2)
        // A node of 64 entries takes 256 bytes, the quads that it replaces 16 each; saving a step is worth some of
        // them.
        let bits = third >= 7 ? 3 : second >= 1 ? 2 : 1
        while nodes.count & 3 != 0 || (bits > 1 && nodes.count & 15 != 0) { nodes.push(0) }
        let offset = nodes.count
        _ = unsafe nodes.extend(by: 1 << (2 * bits))
        fill(entry, x: 0, y: 0, remaining: bits, bits: bits, offset: offset)
        return .node(offset: offset, bits: bits)
    }

    /// Returns the number of quads exactly `levels` below a quad.
    private mutating func quadCount(below entry: CellEntry, levels: Int) -> Int {
        let quad = unsafe quads.base[entry.quadIndex]
        var count = 0
        for number in 0..<4 where quad[number] & CellEntry.kindMask == 0 {
            count += levels == 1 ? 1 : quadCount(below: CellEntry(raw: quad[number]), levels: levels - 1)
        }
        return count
    }

    private mutating func fill(_ entry: CellEntry, x: Int, y: Int, remaining: Int, bits: Int, offset: Int) {
        if remaining > 0, entry.kind == 0 {
            let quad = unsafe quads.base[entry.quadIndex]
            let half = 1 << (remaining - 1)
            for number in 0..<4 {
                fill(
                    CellEntry(raw: quad[number]),
                    x: x + (number & 1) * half,
                    y: y + (number >> 1) * half,
                    remaining: remaining - 1,
                    bits: bits,
                    offset: offset
                )
            }
            return
        }
        let flat = flatten(entry)
        for row in y..<y + 1 << remaining {
            for column in x..<x + 1 << remaining {
                unsafe nodes.base[offset + (row << bits | column)] = flat.raw
            }
        }
    }
}
