#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Longitudes from one to another, both in -180 ... 180.
struct LongitudeSpan: BitwiseCopyable {
    let middle: Double
    let halfWidth: Double

    /// No longitude if the first is the larger.
    init(from west: Double, to east: Double) {
        let half = (east - west) / 2
        // 1e-12 degrees cover the rounding of the halves.
        (middle, halfWidth) = west <= east ? (west + half, half + 1e-12) : (0, -.infinity)
    }

    var isEmpty: Bool { halfWidth < 0 }
}

/// Latitudes from one to another.
struct LatitudeSpan: BitwiseCopyable {
    let south: Double
    let north: Double

    /// No latitude if the first is the larger.
    init(from south: Double, to north: Double) {
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
    /// How the circle lies to a box with x in -180 ... 180; `boundary` when in doubt.
    package func relation(to box: Box) -> BoxRelation {
        relation(LongitudeSpan(from: box.minX, to: box.maxX), LatitudeSpan(from: box.minY, to: box.maxY))
    }

    /// How the circle lies to a box of two spans; `boundary` when in doubt.
    func relation(_ x: LongitudeSpan, _ y: LatitudeSpan) -> BoxRelation {
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

    /// How any circle lies to a box of two spans, by the chord through the Earth to its middle; `boundary` when in doubt.
    private func relationByMeasure(_ x: LongitudeSpan, _ y: LatitudeSpan) -> BoxRelation {
        guard !x.isEmpty, !y.isEmpty else { return .outside }
        let halfHeight = (y.north - y.south) / 2
        let middle = EarthCentered(latitude: y.south + halfHeight, longitude: x.middle)
        let chord = middle.chordSquared(to: EarthCentered(center)).squareRoot()
        // No straight line in the box is longer on the surface than with the largest radii in it.
        let nearestToEquator = y.south > 0 ? y.south : min(0, y.north)
        let east = x.halfWidth * cos(nearestToEquator * Angle.radiansPerDegree)
        let reach =
            (east * east + halfHeight * halfHeight).squareRoot()
            * Angle.radiansPerDegree * WGS84.largestCurvatureRadius + 1e-6
        let near = max(0, chord - reach)
        if near * near >= outerChordSquared { return .outside }
        let far = chord + reach
        return far * far <= innerChordSquared ? .inside : .boundary
    }
}
