// SAFETY: as in `CellBuilder`.

/// A geofence that covers part of a cell.
struct CellPartial: BitwiseCopyable {
    var slot: UInt32
    /// The number of slots in the cell's base that are below it.
    var position: UInt32
}

extension CellBuilder {
    /// Makes the leaf of a cell, or the entry of a single set if nothing covers the cell in part.
    mutating func makeLeaf(_ place: CellPlace, _ content: CellContent, _ base: inout CellBase) -> CellEntry {
        let set = set(of: &base)
        collectPartials(content, base)
        if partials.count == 0 { return .uniform(set: set.offset) }
        let frame = frame(of: place)
        if partials.count > CellLeaf.Header.partialLimit { sortItems(of: content, frame) }
        collectRuns(content, frame)
        var header = CellLeaf.Header(
            set: UInt32(set.offset),
            level: UInt32(place.level),
            partials: partials.count,
            runs: runs.count,
            circles: (0..<content.circles.count).count { unsafe ordinals.base[content.items.count + $0] >= 0 }
        )
        if header.isLarge { header.parts = (0..<content.items.count).count { unsafe ordinals.base[$0] >= 0 } }
        header.hasSets = header.hasRoomForSets && base.count <= CellLimits.largestBaseOfSets
        let offset = write(header, over: set, content, frame)
        counts.add(header, answer: base.count + partials.count)
        return .leaf(offset: offset)
    }

    private mutating func collectRuns(_ content: CellContent, _ frame: CellFrame) {
        runs.cut(to: 0)
        vertices.cut(to: 0)
        for (offset, index) in content.items.enumerated() where unsafe ordinals.base[offset] >= 0 {
            let item = unsafe lists[content.quarter].items.base[index]
            let plan = plan(for: item, of: content, frame)
            unsafe append(item, of: content, plan, ordinal: UInt32(ordinals.base[offset]), frame)
        }
    }

    /// Adds the runs of a part to those of the leaf, cut where a vertex is too far away to be written in units of the
    /// cell.
    private mutating func append(
        _ item: CellItem,
        of content: CellContent,
        _ plan: CellLeaf.Plan,
        ordinal: UInt32,
        _ frame: CellFrame
    ) {
        let first = runs.count
        if plan.flags & CellLeaf.ask != 0 {
            runs.push(CellLeaf.Run(first: item.part, bits: plan.flags | CellLeaf.last, ordinal: ordinal))
            return
        }
        let units = CellUnits(frame)
        for number in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[number]
            if plan.flags & CellLeaf.general != 0 {
                var start = run.first
                while start < run.first + run.count {
                    let edges = min(UInt32(CellLeaf.longestRun), run.first + run.count - start)
                    push(start, edges, plan, ordinal)
                    start += edges
                }
                continue
            }
            var index = run.first
            while index < run.first + run.count {
                let start = index
                let end = min(run.first + run.count, start + UInt32(CellLeaf.longestRun))
                write(units.start(of: edge(start)))
                index = writeEnds(from: start, to: end, units)
                if index < end {
                    write(units.end(of: edge(index)))
                    index += 1
                }
                push(start, index - start, plan, ordinal)
            }
        }
        // The parity of the side or corner counts only once.
        for index in first + 1..<max(runs.count, first + 1) {
            unsafe (runs.base + index).pointee.bits &= ~CellLeaf.inside
        }
        unsafe (runs.base + (runs.count - 1)).pointee.bits |= CellLeaf.last
    }

    private mutating func push(_ first: UInt32, _ edges: UInt32, _ plan: CellLeaf.Plan, _ ordinal: UInt32) {
        runs.push(
            CellLeaf.Run(first: first, bits: plan.flags | edges << CellLeaf.edgesShift, ordinal: ordinal)
        )
    }

    /// Writes the ends of edges as long as they are near enough, and returns the first edge whose end is not.
    private mutating func writeEnds(from first: UInt32, to end: UInt32, _ units: CellUnits) -> UInt32 {
        var place = unsafe vertices.extend(by: 2 * Int(end - first))
        var at = unsafe coordinates + 2 * Int(first + 1)
        var index = first
        while index < end {
            let vertex = unsafe units.local(x: at[0], y: at[1])
            guard units.holds(vertex) else { break }
            let written = CellUnits.down(vertex)
            unsafe place[0] = written.x
            unsafe place[1] = written.y
            unsafe place += 2
            unsafe at += 2
            index += 1
        }
        vertices.cut(to: vertices.count - 2 * Int(end - index))
        return index
    }

    private mutating func write(_ vertex: SIMD2<Double>) {
        let written = CellUnits.down(vertex)
        vertices.push(written.x)
        vertices.push(written.y)
    }

    /// Lists the geofences of a cell that are not in its base, ascending, and for each item and circle its position
    /// among them, or -1.
    private mutating func collectPartials(_ content: CellContent, _ base: CellBase) {
        partials.cut(to: 0)
        ordinals.cut(to: 0)
        let items = content.items
        let circles = content.circles
        let list = unsafe lists[content.quarter]
        _ = unsafe ordinals.extend(by: items.count + circles.count)
        var item = 0
        var circle = 0
        var position = 0
        while item < items.count || circle < circles.count {
            var slot = UInt32.max
            var isCircle = false
            if item < items.count { slot = unsafe list.items.base[items.lowerBound + item].slot }
            if circle < circles.count {
                let number = unsafe list.circles.base[circles.lowerBound + circle]
                let other = table.circles[Int(number)].fence
                if other < slot {
                    slot = other
                    isCircle = true
                }
            }
            while position < base.count, unsafe bases.base[base.start + position] < slot { position += 1 }
            var ordinal = Int32(-1)
            if unsafe position == base.count || bases.base[base.start + position] != slot {
                if unsafe partials.count == 0 || partials.base[partials.count - 1].slot != slot {
                    partials.push(CellPartial(slot: slot, position: UInt32(position)))
                }
                ordinal = Int32(partials.count - 1)
            }
            if isCircle {
                unsafe ordinals.base[items.count + circle] = ordinal
                circle += 1
            } else {
                unsafe ordinals.base[item] = ordinal
                item += 1
            }
        }
    }
}
