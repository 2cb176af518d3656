/// A range of longitudes, with both ends in -180 ... 180.
struct LongitudeSpan: BitwiseCopyable {
    let middle: Double
    let halfWidth: Double

    /// Creates the span between two longitudes; empty if the first is the larger.
    init(from west: Double, to east: Double) {
        let half = (east - west) / 2
        // 1e-12 degrees cover the rounding of the halves.
        (middle, halfWidth) = west <= east ? (west + half, half + 1e-12) : (0, -.infinity)
    }

    var isEmpty: Bool { halfWidth < 0 }
}

/// A range of latitudes.
struct LatitudeSpan: BitwiseCopyable {
    let south: Double
    let north: Double

    /// Creates the span between two latitudes; empty if the first is the larger.
    init(from south: Double, to north: Double) {
        (self.south, self.north) = south <= north ? (south, north) : (.infinity, -.infinity)
    }

    var isEmpty: Bool { south > north }
}

/// The nearest and farthest distance of a span from the center of a circle, along the span's own axis: in degrees of
/// latitude, squared.
///
/// The relation of a circle to a box follows from the reaches of the box's two spans, so four reaches are enough for
/// the four quarters of a cell.
struct CircleReach: BitwiseCopyable {
    let near: Double
    let far: Double
}

extension Circle {
    /// Returns the relation of the circle to a box of two spans; `boundary` if in doubt.
    func relation(_ x: LongitudeSpan, _ y: LatitudeSpan) -> BoxRelation {
        hasEllipse ? relation(reach(x), reach(y)) : relationByMeasure(x, y)
    }

    /// Whether the circle has a planar ellipse, whose bounds include 1 µm for rounding.
    @inline(__always)
    var hasEllipse: Bool { longitudeScale > 0 }

    /// Returns the reach of a span of longitudes from the center of a circle with an ellipse.
    @inline(__always)
    func reach(_ span: LongitudeSpan) -> CircleReach {
        let turn = abs(span.middle - center.longitude)
        let toMiddle = Self.smaller(turn, 360 - turn)
        let near = Self.larger(0, toMiddle - span.halfWidth) * longitudeScale
        let far = Self.smaller(180, toMiddle + span.halfWidth) * longitudeScale
        return CircleReach(near: near * near, far: far * far)
    }

    /// Returns the reach of a span of latitudes from the center of a circle with an ellipse.
    @inline(__always)
    func reach(_ span: LatitudeSpan) -> CircleReach {
        let (below, above) = (span.south - center.latitude, center.latitude - span.north)
        let near = Self.larger(0, Self.larger(below, above))
        let far = Self.larger(0 - below, 0 - above)
        return CircleReach(near: near * near, far: far * far)
    }

    /// Returns the relation of a circle with an ellipse to a box whose spans have these reaches; `boundary` if in
    /// doubt.
    @inline(__always)
    func relation(_ x: CircleReach, _ y: CircleReach) -> BoxRelation {
        x.near + y.near >= outerSquared ? .outside : x.far + y.far <= innerSquared ? .inside : .boundary
    }

    // As processors implement them: those of the standard library treat zeros differently, and take a branch or four
    // instructions.
    @inline(__always)
    private static func larger(_ one: Double, _ other: Double) -> Double { one > other ? one : other }

    @inline(__always)
    private static func smaller(_ one: Double, _ other: Double) -> Double { one < other ? one : other }
}
