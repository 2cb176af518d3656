/// The sum of `c1` sin 2x + `c2` sin 4x + ... + `c6` sin 12x.
struct SineSeries: BitwiseCopyable {
    var c1 = 0.0
    var c2 = 0.0
    var c3 = 0.0
    var c4 = 0.0
    var c5 = 0.0
    var c6 = 0.0

    /// Returns the sum at an angle, by Clenshaw's recurrence.
    @inline(__always)
    func sum(at x: Direction) -> Double {
        let double = 2 * (x.cosine - x.sine) * (x.cosine + x.sine)
        let b5 = double * c6 + c5
        let b4 = double * b5 - c6 + c4
        let b3 = double * b4 - b5 + c3
        let b2 = double * b3 - b4 + c2
        let b1 = double * b2 - b3 + c1
        return 2 * x.sine * x.cosine * b1
    }

    /// Returns the sum at `end` minus the sum at `start`.
    @inline(__always)
    func difference(from start: Direction, to end: Direction) -> Double { sum(at: end) - sum(at: start) }
}

/// The series of Karney (2013) to order 6 in the expansion parameter ε, for the third flattening n of WGS 84.
///
/// Equations (17) to (25) with the coefficients in Horner form.
enum GeodesicSeries {
    private static let n = WGS84.thirdFlattening

    /// Returns ε of a geodesic with k² = e'² cos² α₀.
    @inline(__always)
    static func expansionParameter(_ kSquared: Double) -> Double {
        kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
    }

    /// A₁ - 1: the scale of distance along the geodesic.
    @inline(__always)
    static func distanceScaleLess1(_ e: Double) -> Double {
        let e2 = e * e
        let t = e2 * (e2 * (e2 + 4) + 64) / 256
        return (t + e) / (1 - e)
    }

    /// C₁: distance from arc length.
    @inline(__always)
    static func distance(_ e: Double) -> SineSeries {
        let e2 = e * e
        let e3 = e2 * e
        return SineSeries(
            c1: e * ((6 - e2) * e2 - 16) / 32,
            c2: e2 * ((64 - 9 * e2) * e2 - 128) / 2048,
            c3: e3 * (9 * e2 - 16) / 768,
            c4: e2 * e2 * (3 * e2 - 5) / 512,
            c5: -7 * e2 * e3 / 1280,
            c6: -7 * e3 * e3 / 2048
        )
    }

    /// A₂ - 1: the scale of the second integral of the reduced length.
    @inline(__always)
    static func reducedLengthScaleLess1(_ e: Double) -> Double {
        let e2 = e * e
        let t = e2 * (e2 * (-11 * e2 - 28) - 192) / 256
        return (t - e) / (1 + e)
    }

    /// C₂: the second integral of the reduced length.
    @inline(__always)
    static func reducedLength(_ e: Double) -> SineSeries {
        let e2 = e * e
        let e3 = e2 * e
        return SineSeries(
            c1: e * ((e2 + 2) * e2 + 16) / 32,
            c2: e2 * ((35 * e2 + 64) * e2 + 384) / 2048,
            c3: e3 * (15 * e2 + 80) / 768,
            c4: e2 * e2 * (7 * e2 + 35) / 512,
            c5: 63 * e2 * e3 / 1280,
            c6: 77 * e3 * e3 / 2048
        )
    }

    private static let a3x1 = (n - 1) / 2
    private static let a3x2 = ((3 * n - 1) * n - 2) / 8
    private static let a3x3 = ((-n - 3) * n - 1) / 16
    private static let a3x4 = (-2 * n - 3) / 64
    private static let a3x5 = -3.0 / 128

    /// A₃: the scale of longitude along the geodesic.
    @inline(__always)
    static func longitudeScale(_ e: Double) -> Double {
        ((((a3x5 * e + a3x4) * e + a3x3) * e + a3x2) * e + a3x1) * e + 1
    }

    private static let c31x1 = (1 - n) / 4
    private static let c31x2 = (1 - n * n) / 8
    private static let c31x3 = ((3 - n) * n + 3) / 64
    private static let c31x4 = (2 * n + 5) / 128
    private static let c32x2 = ((n - 3) * n + 2) / 32
    private static let c32x3 = ((-3 * n - 2) * n + 3) / 64
    private static let c32x4 = (n + 3) / 128
    private static let c33x3 = ((5 * n - 9) * n + 5) / 192
    private static let c33x4 = (9 - 10 * n) / 384
    private static let c34x4 = (7 - 14 * n) / 512

    /// C₃: longitude from arc length.
    @inline(__always)
    static func longitude(_ e: Double) -> SineSeries {
        let e2 = e * e
        let e3 = e2 * e
        return SineSeries(
            c1: e * ((((3.0 / 128 * e + c31x4) * e + c31x3) * e + c31x2) * e + c31x1),
            c2: e2 * (((5.0 / 256 * e + c32x4) * e + c32x3) * e + c32x2),
            c3: e3 * ((7.0 / 512 * e + c33x4) * e + c33x3),
            c4: e2 * e2 * (7.0 / 512 * e + c34x4),
            c5: e2 * e3 * (21.0 / 2560)
        )
    }
}
