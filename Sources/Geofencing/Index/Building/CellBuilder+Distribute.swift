// SAFETY: as in `CellBuilder`; elements of the lists are read one at a time by index, because pushing may move them.

/// What a polygon's part has in one quarter of a cell.
private struct QuarterCount: BitwiseCopyable {
    var next = UInt32.max
    var edges = 0
}

/// The same for all four quarters.
private typealias QuarterCounts = (QuarterCount, QuarterCount, QuarterCount, QuarterCount)

/// The crossings of the paths from a cell's lower left corner to those of its quarters: along the bottom and the left
/// side, and up the middle.
private struct QuarterPaths: BitwiseCopyable {
    var bottom = CellCrossing()
    var left = CellCrossing()
    var middle = CellCrossing()

    /// The crossings of the path to the upper right quarter, along the bottom and up the middle.
    var around: CellCrossing {
        CellCrossing(isOdd: bottom.isOdd != middle.isOdd, isCertain: bottom.isCertain && middle.isCertain)
    }

    @inline(__always)
    mutating func count(_ edge: CellEdge, _ quarters: CellQuarters) {
        let frame = quarters.frame
        bottom.countHorizontal(edge, x0: frame.x0, x1: quarters.x, y: frame.y0)
        left.countVertical(edge, x: frame.x0, y0: frame.y0, y1: quarters.y)
        middle.countVertical(edge, x: quarters.x, y0: frame.y0, y1: quarters.y)
    }
}

extension CellBuilder {
    @inline(__always)
    mutating func edge(_ index: UInt32) -> CellEdge {
        let at = unsafe coordinates + 2 * Int(index)
        return unsafe CellEdge(ax: at[0], ay: at[1], bx: at[2], by: at[3])
    }

    /// Distributes the contents of a cell to its quarters and pushes the contents of these.
    mutating func distribute(_ place: CellPlace, _ content: CellContent, _ tops: CellMarks) {
        let quarters = CellQuarters(frame(of: place))
        var edges = SIMD4<Int>()
        var smallCircles = SIMD4<Int>()
        for index in content.items {
            let item = unsafe lists[content.quarter].items.base[index]
            let box = table.parts[Int(item.part)].box
            if let quarter = quarters.quarter(around: box) {
                pass(item, of: content, to: quarter)
                edges[quarter] += item.edges
            } else {
                distribute(item, of: content, quarters, &edges)
            }
        }
        if !content.circles.isEmpty { distributeCircles(of: content, quarters, &smallCircles) }
        for quarter in 0..<4 {
            unsafe contents.push(
                CellContent(
                    quarter: quarter,
                    firstItem: tops.items[quarter],
                    endItem: lists[quarter].items.count,
                    firstCircle: tops.circles[quarter],
                    endCircle: lists[quarter].circles.count,
                    edges: edges[quarter],
                    smallCircles: smallCircles[quarter]
                )
            )
        }
    }

    /// Passes on a part that lies in one quarter unchanged; the corner of the quarter is outside the part.
    private mutating func pass(_ item: CellItem, of content: CellContent, to quarter: Int) {
        var copy = item
        copy.firstRun = unsafe lists[quarter].runs.count
        copy.isInside = false
        for index in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[index]
            unsafe lists[quarter].runs.push(run)
        }
        unsafe lists[quarter].items.push(copy)
    }

    /// Distributes the edges of a part to the quarters that they meet, and determines on which side of it the quarters'
    /// corners are.
    private mutating func distribute(
        _ item: CellItem,
        of content: CellContent,
        _ quarters: CellQuarters,
        _ allEdges: inout SIMD4<Int>
    ) {
        let firstRuns = unsafe SIMD4<Int>(
            lists[0].runs.count,
            lists[1].runs.count,
            lists[2].runs.count,
            lists[3].runs.count
        )
        var counts: QuarterCounts = (QuarterCount(), QuarterCount(), QuarterCount(), QuarterCount())
        var paths = QuarterPaths()
        for run in item.firstRun..<item.firstRun + item.runCount {
            let run = unsafe lists[content.quarter].runs.base[run]
            let end = run.first + run.count
            var index = run.first
            var at = unsafe coordinates + 2 * Int(index)
            var code = unsafe quarters.code(x: at[0], y: at[1])
            while index < end {
                // Most edges lie within one quarter, together with the edges around them, and away from the paths.
                if code < 4 {
                    let start = index
                    let box = quarters.box(of: code)
                    while end &- index >= 4, unsafe box.encloses(fourFrom: at + 2) {
                        index &+= 4
                        unsafe at += 8
                    }
                    while index < end, unsafe box.encloses(x: at[2], y: at[3]) {
                        index &+= 1
                        unsafe at += 2
                    }
                    if index > start { add(start, Int(index - start), toAny: code, &counts) }
                    if index == end { break }
                }
                let next = unsafe quarters.code(x: at[2], y: at[3])
                addLeaving(index, from: code, to: next, quarters, &counts, &paths)
                index += 1
                unsafe at += 2
                code = next
            }
        }
        finish(item, quarter: 0, counts.0, CellCrossing(), firstRuns[0])
        finish(item, quarter: 1, counts.1, paths.bottom, firstRuns[1])
        finish(item, quarter: 2, counts.2, paths.left, firstRuns[2])
        finish(item, quarter: 3, counts.3, paths.around, firstRuns[3])
        allEdges &+= SIMD4(counts.0.edges, counts.1.edges, counts.2.edges, counts.3.edges)
    }

    /// Adds an edge that does not lie within one quarter, or that is near a path, to all quarters that it meets.
    ///
    /// - Parameters:
    ///   - code: The quarter of its start.
    ///   - next: The quarter of its end.
    @inline(__always)
    private mutating func addLeaving(
        _ index: UInt32,
        from code: UInt32,
        to next: UInt32,
        _ quarters: CellQuarters,
        _ counts: inout QuarterCounts,
        _ paths: inout QuarterPaths
    ) {
        let (frame, x, y, pad) = (quarters.frame, quarters.x, quarters.y, CellGrid.pad)
        let edge = self.edge(index)
        // An edge from a quarter to the one beside or above it meets only these two, and of the paths only the middle
        // one, below.
        if code < 4, next < 4, code ^ next != 3, frame.encloses(x: edge.ax, y: edge.ay),
            frame.encloses(x: edge.bx, y: edge.by)
        {
            add(index, 1, toAny: code, &counts)
            add(index, 1, toAny: next, &counts)
            if code | next == 1 { paths.middle.isOdd.toggle() }
            return
        }
        let isLeft = edge.lowX <= x + pad
        let isRight = edge.highX >= x - pad
        let isLow = edge.lowY <= y + pad
        let isHigh = edge.highY >= y - pad
        // An edge that meets the cell and is on one side of both middle lines meets only that quarter.
        let isSingle = isLeft != isRight && isLow != isHigh
        if isLeft, isLow, isSingle || edge.meets(quarters.padded.0) { add(index, 1, to: 0, &counts.0) }
        if isRight, isLow, isSingle || edge.meets(quarters.padded.1) { add(index, 1, to: 1, &counts.1) }
        if isLeft, isHigh, isSingle || edge.meets(quarters.padded.2) { add(index, 1, to: 2, &counts.2) }
        if isRight, isHigh, isSingle || edge.meets(quarters.padded.3) { add(index, 1, to: 3, &counts.3) }
        paths.count(edge, quarters)
    }

    /// Adds edges to a quarter whose number the compiler does not know.
    @inline(__always)
    private mutating func add(
        _ first: UInt32,
        _ edges: Int,
        toAny quarter: UInt32,
        _ counts: inout QuarterCounts
    ) {
        switch quarter {
        case 0: add(first, edges, to: 0, &counts.0)
        case 1: add(first, edges, to: 1, &counts.1)
        case 2: add(first, edges, to: 2, &counts.2)
        default: add(first, edges, to: 3, &counts.3)
        }
    }

    @inline(__always)
    private mutating func add(_ first: UInt32, _ edges: Int, to quarter: Int, _ count: inout QuarterCount) {
        if count.next == first {
            unsafe (lists[quarter].runs.base + (lists[quarter].runs.count - 1)).pointee.count += UInt32(edges)
        } else {
            unsafe lists[quarter].runs.push(CellRun(first: first, count: UInt32(edges)))
        }
        count.next = first + UInt32(edges)
        count.edges += edges
    }

    /// Records what a part is in a quarter: an item if it has edges there or its side is uncertain; otherwise the slot
    /// covers the quarter if the quarter's corner is inside.
    @inline(__always)
    private mutating func finish(
        _ item: CellItem,
        quarter: Int,
        _ count: QuarterCount,
        _ way: CellCrossing,
        _ firstRun: Int
    ) {
        let isInside = item.isInside != way.isOdd
        let isCertain = item.isCertain && way.isCertain
        if count.edges == 0, isCertain {
            if isInside { unsafe lists[quarter].added.push(item.slot) }
            return
        }
        unsafe lists[quarter].items.push(
            CellItem(
                part: item.part,
                slot: item.slot,
                firstRun: firstRun,
                runCount: lists[quarter].runs.count - firstRun,
                edges: count.edges,
                isInside: isInside,
                isCertain: isCertain
            )
        )
    }
}

extension CellFrame {
    /// Returns whether four points, one after another in memory, are within the frame and on none of its sides.
    @inline(__always)
    fileprivate func encloses(fourFrom points: UnsafePointer<Double>) -> Bool {
        let (low, high) = (SIMD2(x0, y0), SIMD2(x1, y1))
        var isWithin = SIMDMask<SIMD2<Int64>>(repeating: true)
        for number in 0..<4 {
            let point = unsafe SIMD2(points[2 * number], points[2 * number + 1])
            isWithin .&= (point .> low) .& (point .< high)
        }
        return isWithin[0] && isWithin[1]
    }
}
