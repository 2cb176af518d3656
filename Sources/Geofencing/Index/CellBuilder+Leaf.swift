// SAFETY: as in `CellBuilder`. A leaf's size is computed before its bytes are laid out, and every field is within it.

/// A geofence that covers part of a cell.
struct CellPartial: BitwiseCopyable {
    var slot: UInt32
    /// How many slots of the cell's base are below it.
    var position: UInt32
}

extension CellBuilder {
    /// Lays out the leaf of a cell.
    mutating func makeLeaf(_ place: CellPlace, _ content: CellContent, _ base: inout CellBase) -> CellEntry {
        let set = set(of: &base)
        collectPartials(content, base)
        if partials.count == 0 { return .uniform(set: set) }
        let frame = frame(of: place)
        let items = content.items
        var runs = 0
        var circles = 0
        var vertices = 0
        var plans = 0
        for (offset, index) in items.enumerated() where unsafe ordinals.base[offset] >= 0 {
            let item = unsafe lists[content.quarter].items.base[index]
            let plan = plan(for: item, of: content, frame)
            self.plans.push(plan)
            plans += 1
            if plan.mustAsk {
                runs += 1
            } else {
                runs += item.runCount
                vertices += item.edges + item.runCount + (plan.isGeneral ? item.runCount : 0)
            }
        }
        for offset in 0..<content.circles.count where unsafe ordinals.base[items.count + offset] >= 0 { circles += 1 }

        let layout = CellLeaf.Layout(partials: partials.count, runs: runs, circles: circles)
        let offset = leaves.count * 16
        let record = unsafe UnsafeMutableRawPointer(leaves.extend(by: layout.verticesOffset / 16 + vertices))
        unsafe CellLeaf.write(
            record,
            CellLeaf.Header(
                set: UInt32(set),
                partials: UInt32(partials.count),
                runs: UInt32(runs),
                circles: UInt32(circles) << 5 | UInt32(place.level)
            )
        )
        for index in 0..<partials.count {
            unsafe (record + layout.partialsOffset).storeBytes(
                of: partials.base[index],
                toByteOffset: index * 8,
                as: CellPartial.self
            )
        }
        unsafe write(content, frame, to: record, layout)
        self.plans.cut(to: 0)
        counts.leaves += 1
        counts.leafRuns += runs
        counts.leafCircles += circles
        counts.leafEdges += content.edges
        counts.hottestLeafEdges = max(counts.hottestLeafEdges, content.edges)
        counts.hottestLeafFences = max(counts.hottestLeafFences, partials.count)
        counts.largestAnswer = max(counts.largestAnswer, base.count + partials.count)
        return .leaf(offset: offset)
    }

    /// Lists the geofences of a cell that are not in its base, ascending, and for each item and circle its place among
    /// them, or -1.
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

    /// How a part is to be tested in a cell: along a ray to a side that no edge touches, if there is one.
    private func plan(for item: CellItem, of content: CellContent, _ frame: CellFrame) -> CellLeaf.Plan {
        guard item.isCertain, item.edges > 0 else { return .ask }
        let pad = CellGrid.pad
        let sides = (
            CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x0, y1: frame.y1).padded(by: pad),
            CellFrame(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: frame.y0).padded(by: pad),
            CellFrame(x0: frame.x1, y0: frame.y0, x1: frame.x1, y1: frame.y1).padded(by: pad),
            CellFrame(x0: frame.x0, y0: frame.y1, x1: frame.x1, y1: frame.y1).padded(by: pad)
        )
        var isFree = (left: true, bottom: true, right: true, top: true)
        var bottom = CellCrossing()
        var left = CellCrossing()
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            for index in run.first..<run.first + run.count {
                let edge = edge(index)
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

    private mutating func write(
        _ content: CellContent,
        _ frame: CellFrame,
        to record: UnsafeMutableRawPointer,
        _ layout: CellLeaf.Layout
    ) {
        var runNumber = 0
        var planNumber = 0
        var vertices = unsafe (record + layout.verticesOffset).assumingMemoryBound(to: Double.self)
        for (offset, index) in content.items.enumerated() where unsafe ordinals.base[offset] >= 0 {
            let item = unsafe lists[content.quarter].items.base[index]
            let plan = unsafe plans.base[planNumber]
            planNumber += 1
            let ordinal = unsafe UInt32(ordinals.base[offset])
            if plan.mustAsk {
                counts.askedParts += 1
                let run = CellLeaf.Run(part: item.part, ordinal: ordinal, edgesAndFlags: plan.flags | CellLeaf.last)
                unsafe CellLeaf.write(record, layout, run: run, at: runNumber)
                runNumber += 1
                continue
            }
            for number in 0..<item.runCount {
                let run = unsafe lists[content.quarter].runs.base[item.firstRun + number]
                // The parity of the side or corner counts once.
                var flags = number == 0 ? plan.flags : plan.flags & ~CellLeaf.inside
                if number == item.runCount - 1 { flags |= CellLeaf.last }
                unsafe CellLeaf.write(
                    record,
                    layout,
                    run: CellLeaf.Run(
                        part: item.part,
                        ordinal: ordinal,
                        edgesAndFlags: run.count << CellLeaf.flagBits | flags
                    ),
                    at: runNumber
                )
                runNumber += 1
                if plan.isGeneral {
                    counts.generalRuns += 1
                    unsafe vertices[0] = frame.x0
                    unsafe vertices[1] = frame.y0
                    unsafe vertices += 2
                }
                let source = unsafe coordinates + 2 * Int(run.first)
                let numbers = 2 * (Int(run.count) + 1)
                unsafe vertices.update(from: source, count: numbers)
                unsafe vertices += numbers
            }
        }
        var circleNumber = 0
        for offset in 0..<content.circles.count where unsafe ordinals.base[content.items.count + offset] >= 0 {
            let number = unsafe lists[content.quarter].circles.base[content.circles.lowerBound + offset]
            let ordinal = unsafe UInt32(ordinals.base[content.items.count + offset])
            unsafe CellLeaf.write(
                record,
                layout,
                circle: CellLeaf.CircleReference(circle: number, ordinal: ordinal),
                at: circleNumber
            )
            circleNumber += 1
        }
    }
}
