/// Longitudes from one to another, both in -180 ... 180.
package struct LongitudeSpan: BitwiseCopyable {
    let middle: Double
    let halfWidth: Double

    /// No longitude if the first is the larger.
    package init(from west: Double, to east: Double) {
        let half = (east - west) / 2
        // 1e-12 degrees cover the rounding of the halves.
        (middle, halfWidth) = west <= east ? (west + half, half + 1e-12) : (0, -.infinity)
    }

    var isEmpty: Bool { halfWidth < 0 }
}

/// Latitudes from one to another.
package struct LatitudeSpan: BitwiseCopyable {
    let south: Double
    let north: Double

    /// No latitude if the first is the larger.
    package init(from south: Double, to north: Double) {
        (self.south, self.north) = south <= north ? (south, north) : (.infinity, -.infinity)
    }

    var isEmpty: Bool { south > north }
}

/// How near a span comes to the center of a circle and how far from it it goes, along its own axis: in degrees of latitude, squared.
///
/// How a circle lies to a box follows from the reaches of its two spans, so that for the four quarters of a cell four are
/// enough.
struct CircleReach: BitwiseCopyable {
    let near: Double
    let far: Double
}

extension Circle {
    /// How the circle lies to a box of two spans; `boundary` when in doubt.
    package func relation(_ x: LongitudeSpan, _ y: LatitudeSpan) -> BoxRelation {
        hasEllipse ? relation(reach(x), reach(y)) : relationByMeasure(x, y)
    }

    /// Whether there is an ellipse around it, whose bounds hold 1 µm for rounding.
    @inline(__always)
    var hasEllipse: Bool { longitudeScale > 0 }

    /// How far a span of longitudes is from the center of a circle with an ellipse.
    @inline(__always)
    func reach(_ span: LongitudeSpan) -> CircleReach {
        let turn = abs(span.middle - center.longitude)
        let toMiddle = Self.smaller(turn, 360 - turn)
        let near = Self.larger(0, toMiddle - span.halfWidth) * longitudeScale
        let far = Self.smaller(180, toMiddle + span.halfWidth) * longitudeScale
        return CircleReach(near: near * near, far: far * far)
    }

    /// How far a span of latitudes is from the center of a circle with an ellipse.
    @inline(__always)
    func reach(_ span: LatitudeSpan) -> CircleReach {
        let (below, above) = (span.south - center.latitude, center.latitude - span.north)
        let near = Self.larger(0, Self.larger(below, above))
        let far = Self.larger(0 - below, 0 - above)
        return CircleReach(near: near * near, far: far * far)
    }

    /// How a circle with an ellipse lies to a box whose spans have these reaches; `boundary` when in doubt.
    @inline(__always)
    func relation(_ x: CircleReach, _ y: CircleReach) -> BoxRelation {
        x.near + y.near >= outerSquared ? .outside : x.far + y.far <= innerSquared ? .inside : .boundary
    }

    // As processors have them: those of the standard library differ for zeros, and take a branch or four instructions.
    @inline(__always)
    private static func larger(_ one: Double, _ other: Double) -> Double { one > other ? one : other }

    @inline(__always)
    private static func smaller(_ one: Double, _ other: Double) -> Double { one < other ? one : other }
}
