#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The sine and cosine of an angle, which is how the geodesic formulas represent angles.
struct Direction: BitwiseCopyable {
    var sine: Double
    var cosine: Double

    @inline(__always)
    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    @inline(__always)
    init(radians: Double) {
        sine = sin(radians)
        cosine = cos(radians)
    }

    /// Creates the direction of an angle in degrees; exact at multiples of 90°.
    init(degrees: Double) { self.init(degrees: degrees, error: 0) }

    /// Creates the direction of the unrounded sum of two angles in degrees, the second of which is tiny.
    init(degrees: Double, error: Double) {
        let turned = fmod(degrees, 360)
        let quarter = (turned / 90).rounded(.toNearestOrEven)
        let rest = turned - 90 * quarter
        let radians = (error == 0 ? rest : Angle.rounded(rest + error)) * Angle.radiansPerDegree
        let s = sin(radians)
        let c = cos(radians)
        switch Int(quarter) & 3 {
        case 0: self.init(sine: s, cosine: c)
        case 1: self.init(sine: c, cosine: 0 - s)
        case 2: self.init(sine: 0 - s, cosine: 0 - c)
        default: self.init(sine: 0 - c, cosine: s)
        }
        if sine == 0 { sine = Double(signOf: degrees, magnitudeOf: 0) }
    }

    /// The direction scaled to length 1.
    @inline(__always)
    var normalized: Direction {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return Direction(sine: sine / length, cosine: cosine / length)
    }

    /// Returns the sum of two angles.
    @inline(__always)
    func turned(by other: Direction) -> Direction {
        Direction(
            sine: sine * other.cosine + cosine * other.sine,
            cosine: cosine * other.cosine - sine * other.sine
        )
    }
}

/// Arithmetic on angles in degrees that loses no precision where angles nearly cancel.
enum Angle {
    static let radiansPerDegree = Double.pi / 180

    /// Rounds angles below 1/16° to a multiple of 2⁻⁵⁷°, so that none is too tiny to square.
    static func rounded(_ degrees: Double) -> Double {
        let limit = 1.0 / 16
        let size = abs(degrees)
        return Double(signOf: degrees, magnitudeOf: size < limit ? limit - (limit - size) : size)
    }

    /// Returns the remainder after division by a whole turn, which for nearly all angles is the angle itself.
    @inline(__always)
    private static func turned(_ degrees: Double) -> Double {
        abs(degrees) <= 180 ? degrees : remainder(degrees, 360)
    }

    /// Returns `end - start` in -180 ... 180, with the part that rounding cut off.
    static func difference(from start: Double, to end: Double) -> (degrees: Double, error: Double) {
        let first = exactSum(turned(-start), turned(end))
        var (difference, error) = exactSum(turned(first.sum), first.error)
        if difference == 0 || abs(difference) == 180 {
            difference = Double(signOf: error == 0 ? end - start : -error, magnitudeOf: difference)
        }
        return (difference, error)
    }

    /// Returns atan2 in degrees, exact at multiples of 90°.
    static func degrees(atan2 y: Double, _ x: Double) -> Double {
        if abs(y) > abs(x) {
            let angle = atan2(x, abs(y)) / radiansPerDegree
            return y < 0 ? angle - 90 : 90 - angle
        }
        let angle = atan2(y, abs(x)) / radiansPerDegree
        return x < 0 ? Double(signOf: y, magnitudeOf: 180) - angle : angle
    }

    /// Returns the rounded sum and its error (Møller and Knuth).
    private static func exactSum(_ u: Double, _ v: Double) -> (sum: Double, error: Double) {
        let sum = u + v
        let uPart = sum - v
        let vPart = sum - uPart
        return (sum, sum == 0 ? sum : 0 - ((uPart - u) + (vPart - v)))
    }
}
