/// The longitudes and latitudes of the padded quarters of a cell, limited to those that exist on Earth.
struct QuarterSpans {
    private let west: LongitudeSpan
    private let east: LongitudeSpan
    private let south: LatitudeSpan
    private let north: LatitudeSpan

    init(_ quarters: CellQuarters) {
        let (low, high) = (quarters.padded.0, quarters.padded.3)
        west = LongitudeSpan(from: max(low.x0, -180), to: min(low.x1, 180))
        east = LongitudeSpan(from: max(high.x0, -180), to: min(high.x1, 180))
        south = LatitudeSpan(from: max(low.y0, -90), to: min(low.y1, 90))
        north = LatitudeSpan(from: max(high.y0, -90), to: min(high.y1, 90))
    }

    /// Returns the relations of a circle to the quarters. The circle is read in place: reading from a copy would have
    /// to wait until the copy is written.
    @inline(__always)
    func relations(
        of number: Int,
        in circles: Span<FenceTable.CircleEntry>
    ) -> (BoxRelation, BoxRelation, BoxRelation, BoxRelation) {
        guard circles[number].circle.hasEllipse else { return relationsByMeasure(of: circles[number].circle) }
        let (left, right) = (circles[number].circle.reach(west), circles[number].circle.reach(east))
        let (low, high) = (circles[number].circle.reach(south), circles[number].circle.reach(north))
        return (
            circles[number].circle.relation(left, low), circles[number].circle.relation(right, low),
            circles[number].circle.relation(left, high), circles[number].circle.relation(right, high)
        )
    }

    @inline(never)
    private func relationsByMeasure(of circle: Circle) -> (BoxRelation, BoxRelation, BoxRelation, BoxRelation) {
        (
            circle.relation(west, south), circle.relation(east, south), circle.relation(west, north),
            circle.relation(east, north)
        )
    }
}

/// The test for circles that are small compared to a cell.
struct SmallCircles {
    private let largestHeight: Double
    private let largestWidth: Double

    init(besideCellsOf side: Double) {
        largestHeight = side / CellLimits.circleHeightShare
        largestWidth = side / CellLimits.circleWidthShare
    }

    @inline(__always)
    func contains(_ number: Int, of circles: Span<FenceTable.CircleEntry>) -> Bool {
        guard circles[number].circle.hasEllipse else { return contains(circles[number].circle.boxes) }
        let halfWidth = largestWidth * circles[number].circle.longitudeScale / 2
        let half = min(largestHeight / 2, halfWidth)
        return circles[number].circle.outerSquared < half * half
    }

    @inline(never)
    private func contains(_ boxes: [Box]) -> Bool {
        let width = boxes.reduce(0) { $0 + $1.maxX - $1.minX }
        return width < largestWidth && boxes[0].maxY - boxes[0].minY < largestHeight
    }
}
