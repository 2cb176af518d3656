/// A seeded random number generator that gives the same numbers on every platform.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Applies the output function of SplitMix64: every bit of the result depends on every bit of `value`.
    @inline(__always)
    static func mixed(_ value: UInt64) -> UInt64 {
        var z = (value ^ (value &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z &>> 31)
    }

    /// Returns a uniform number in `range`.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() &>> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
}
