// SAFETY: as in `CellBuilder`; elements of the lists are read one by one by index, because pushing may move them.

/// The box of a circle, or a box around its two boxes; what there is to ask before the circle itself.
struct CellCircleBox: BitwiseCopyable {
    var box: Box
    /// Whether the circle has a second box, on the other side of the antimeridian.
    var isSplit: Bool
}

extension CellBuilder {
    /// Hands the circles of a cell on to the quarters whose insides they may divide, or adds them where they cover the whole.
    mutating func distributeCircles(
        of content: CellContent,
        _ quarters: CellQuarters,
        _ short: inout SIMD4<Int>
    ) {
        let side = quarters.y - quarters.frame.y0
        let boxes = quarters.earthBoxes
        unsafe withUnsafeBytes(of: boxes) { bytes in
            let boxes = unsafe bytes.bindMemory(to: Box.self)
            for index in content.circles {
                let number = unsafe lists[content.quarter].circles.base[index]
                let known = unsafe circleBoxes[Int(number)]
                let height = known.box.maxY - known.box.minY
                // A circle that is smaller than the quarter covers none as a whole.
                let mayCover = side < height || known.isSplit
                let isShort = (side > height * limits.circleShare).bit
                for quarter in 0..<4 {
                    let box = unsafe boxes[quarter]
                    guard known.box.intersects(box) else { continue }
                    if mayCover, settles(number, box, quarter) { continue }
                    unsafe lists[quarter].circles.push(number)
                    short[quarter] &+= Int(isShort)
                }
            }
        }
    }

    /// Whether a circle has no boundary in a box; adds it to the quarter's where it covers the whole.
    private mutating func settles(_ number: UInt32, _ box: Box, _ quarter: Int) -> Bool {
        let entry = table.circles[Int(number)]
        switch entry.circle.relation(to: box) {
        case .outside: return true
        case .inside:
            unsafe lists[quarter].added.push(entry.fence)
            return true
        case .boundary: return false
        }
    }

    /// A circle in units of a cell.
    mutating func filter(_ number: UInt32, ordinal: UInt32, _ frame: CellFrame) -> CellLeaf.CircleFilter {
        let circle = table.circles[Int(number)].circle
        let unit = (frame.x1 - frame.x0) / CellUnits.perSide
        let middle = (frame.x0 + frame.x1) / 2
        var longitude = circle.center.longitude
        if longitude - middle > 180 { longitude -= 360 }
        if middle - longitude > 180 { longitude += 360 }
        // Half a unit each way from rounding down is taken off here.
        let x = (longitude - frame.x0) / unit - 0.5
        let y = (circle.center.latitude - frame.y0) / unit - 0.5
        let inner = circle.innerSquared > 0 ? circle.innerSquared.squareRoot() / unit : -1
        let outer = circle.outerSquared.squareRoot() / unit
        // One unit for the place's own rounding, and single precision for the rest.
        let margin = 1.25 + 4e-6 * (abs(x) + abs(y) + CellUnits.perSide + max(inner, 0))
        let least = inner - margin
        let most = outer + margin
        return CellLeaf.CircleFilter(
            circle: number,
            ordinal: ordinal,
            x: Float(x),
            y: Float(y),
            scale: Float(circle.longitudeScale),
            inner: least > 0 ? Float(least * least) : -1,
            outer: Float(most * most)
        )
    }
}
