/// Elementary functions that give the same bits on every platform.
///
/// The C library's `sin` and `exp2` differ in the last digit between platforms and versions. These functions are Taylor
/// series that use only +, -, * and rounding, which IEEE 754 defines exactly. They are accurate to about 1e-15, which
/// is all that synthetic data needs; geodesy does not use them.
enum PortableMath {
    /// Returns the sine and cosine of an angle given in turns (1 is 360°).
    static func sineAndCosine(turns: Double) -> (sine: Double, cosine: Double) {
        let reduced = turns - turns.rounded()
        let quarter = (reduced * 4).rounded()
        // At most an eighth of a turn, 0.785 radians; the subtraction is exact.
        let x = (reduced - quarter * 0.25) * 6.283_185_307_179_586
        let square = x * x
        let sine = x * series(square, sineTerms)
        let cosine = series(square, cosineTerms)
        return switch Int(quarter) {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case -1: (-cosine, sine)
        default: (-sine, -cosine)
        }
    }

    /// Returns 2 to the power of a number of moderate size.
    static func exp2(_ power: Double) -> Double {
        let whole = power.rounded()
        let fraction = series((power - whole) * 0.693_147_180_559_945_3, exponentialTerms)
        return Double(sign: .plus, exponent: Int(whole), significand: fraction)
    }

    /// Returns a coordinate in degrees rounded to seven decimals, about a centimeter.
    static func roundedToSevenDecimals(_ degrees: Double) -> Double {
        (degrees * 1e7).rounded() / 1e7
    }

    private static func series(_ x: Double, _ terms: [Double]) -> Double {
        var sum = 0.0
        for term in terms { sum = sum * x + term }
        return sum
    }

    // Reciprocals of factorials with the signs of each series, the highest power first.
    private static let sineTerms = reciprocals(of: (0...8).map { 2 * $0 + 1 }, alternating: true)
    private static let cosineTerms = reciprocals(of: (0...8).map { 2 * $0 }, alternating: true)
    private static let exponentialTerms = reciprocals(of: Array(0...14), alternating: false)

    private static func reciprocals(of powers: [Int], alternating: Bool) -> [Double] {
        let terms = powers.enumerated().map { index, power in
            // Factorials up to 18! are whole numbers below 2^53, so each reciprocal is rounded once.
            let factorial = power < 2 ? 1 : (2...power).reduce(1, *)
            return (alternating && index % 2 == 1 ? -1 : 1) / Double(factorial)
        }
        return terms.reversed()
    }
}
