// SAFETY: as in `CellBuilder`; elements of the lists are read one at a time by index, because pushing may move them.

/// The destination of the circles of a quarter, and of the slots of those that cover it.
@safe
private struct QuarterCircles {
    private let circles: UnsafeMutablePointer<UInt32>
    private let added: UnsafeMutablePointer<UInt32>
    private var circleCount = 0
    private var addedCount = 0
    private(set) var smallCount = 0

    /// Reserves room for `room` circles.
    init(_ room: Int, in list: inout CellLists) {
        unsafe circles = list.circles.extend(by: room)
        unsafe added = list.added.extend(by: room)
    }

    /// Adds a circle whose boundary may be in the quarter, or the slot of one that covers it. Both are always written
    /// and then counted or not: which it is cannot be predicted, and a mispredicted branch takes longer.
    @inline(__always)
    mutating func add(_ number: UInt32, _ slot: UInt32, _ relation: BoxRelation, isSmall: Bool) {
        unsafe circles[circleCount] = number
        unsafe added[addedCount] = slot
        circleCount &+= Int((relation == .boundary).bit)
        smallCount &+= Int((relation == .boundary && isSmall).bit)
        addedCount &+= Int((relation == .inside).bit)
    }

    /// Returns the unused part of the room.
    func finish(_ room: Int, in list: inout CellLists) {
        list.circles.cut(to: list.circles.count - room + circleCount)
        list.added.cut(to: list.added.count - room + addedCount)
    }
}

extension CellBuilder {
    /// Distributes the circles of a cell to the quarters whose insides they may divide, and adds those that cover a
    /// whole quarter.
    mutating func distributeCircles(
        of content: CellContent,
        _ quarters: CellQuarters,
        _ smallCircles: inout SIMD4<Int>
    ) {
        let room = content.circles.count
        var parts = unsafe (
            QuarterCircles(room, in: &lists[0]), QuarterCircles(room, in: &lists[1]),
            QuarterCircles(room, in: &lists[2]), QuarterCircles(room, in: &lists[3])
        )
        let small = SmallCircles(besideCellsOf: quarters.y - quarters.frame.y0)
        let spans = QuarterSpans(quarters)
        let all = table.circles
        let circles = all.span
        let numbers = unsafe lists[content.quarter].circles.base
        let last = content.circles.upperBound - 1
        for index in content.circles {
            // The circles are scattered all over the memory of the table's circles.
            unsafe circles.prefetch(Int(numbers[min(index + 8, last)]))
            let number = unsafe numbers[index]
            let slot = circles[Int(number)].fence
            let isSmall = small.contains(Int(number), of: circles)
            let relations = spans.relations(of: Int(number), in: circles)
            parts.0.add(number, slot, relations.0, isSmall: isSmall)
            parts.1.add(number, slot, relations.1, isSmall: isSmall)
            parts.2.add(number, slot, relations.2, isSmall: isSmall)
            parts.3.add(number, slot, relations.3, isSmall: isSmall)
        }
        unsafe parts.0.finish(room, in: &lists[0])
        unsafe parts.1.finish(room, in: &lists[1])
        unsafe parts.2.finish(room, in: &lists[2])
        unsafe parts.3.finish(room, in: &lists[3])
        smallCircles &+= SIMD4(parts.0.smallCount, parts.1.smallCount, parts.2.smallCount, parts.3.smallCount)
    }

    /// Returns a circle in units of a cell.
    mutating func filter(_ number: UInt32, ordinal: UInt32, _ frame: CellFrame) -> CellLeaf.CircleFilter {
        let circle = table.circles[Int(number)].circle
        let unit = (frame.x1 - frame.x0) / CellUnits.perSide
        let middle = (frame.x0 + frame.x1) / 2
        var longitude = circle.center.longitude
        if longitude - middle > 180 { longitude -= 360 }
        if middle - longitude > 180 { longitude += 360 }
        // Compensates for the half unit that rounding down takes off on average.
        let x = (longitude - frame.x0) / unit - 0.5
        let y = (circle.center.latitude - frame.y0) / unit - 0.5
        let inner = circle.innerSquared > 0 ? circle.innerSquared.squareRoot() / unit : -1
        let outer = circle.outerSquared.squareRoot() / unit
        // One unit for the rounding of the point, and the rest for single precision.
        let margin = 1.25 + 4e-6 * (abs(x) + abs(y) + CellUnits.perSide + max(inner, 0))
        let least = inner - margin
        let most = outer + margin
        return CellLeaf.CircleFilter(
            ordinal: ordinal,
            x: Float(x),
            y: Float(y),
            scale: Float(circle.longitudeScale),
            inner: least > 0 ? Float(least * least) : -1,
            outer: Float(most * most)
        )
    }
}
