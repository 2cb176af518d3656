extension SplitMix64 {
    /// Creates an independent generator for one numbered thing in one stream, so that anything can be generated without
    /// the others.
    init(seed: UInt64, stream: UInt64, number: Int = 0) {
        var outer = SplitMix64(seed: seed)
        var middle = SplitMix64(seed: outer.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
        self.init(seed: middle.next() ^ (UInt64(truncatingIfNeeded: number) &* 0xABC9_8388_FB8F_AC03))
    }

    /// Returns a uniform whole number in `range`, which must have fewer than 2³² members.
    ///
    /// The standard library's `Int.random(in:using:)` does not promise the same numbers in every version.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        let count = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int(((next() &>> 32) * count) &>> 32)
    }

    /// Returns a number in `range` whose logarithm is uniform; the bounds must be positive.
    ///
    /// - Parameter octaves: log2 of the ratio of the bounds, passed in because C's `log2` may differ from platform to
    ///   platform.
    mutating func logUniform(_ range: ClosedRange<Double>, octaves: Double) -> Double {
        let value = range.lowerBound * PortableMath.exp2(uniform(0...octaves))
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// Returns a bell-shaped number of mean 0 and standard deviation 1 that never exceeds ±3.47: the sum of four
    /// uniform ones.
    mutating func bell() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits &>> 16 & 0xFFFF) + (bits &>> 32 & 0xFFFF) + (bits &>> 48)
        // The sum of four uniform numbers over 0 ... 65,535 has the mean 4 * 32,767.5 and the variance 4 * 65,536² /
        // 12.
        return (Double(sum) - 131_070) * (1.732_050_807_568_877_2 / 65_536)
    }
}
