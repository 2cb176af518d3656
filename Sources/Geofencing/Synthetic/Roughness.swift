/// A jagged curve over numbered steps, by midpoint displacement (Fournier, Fussell and Carpenter, 1982).
enum Roughness {
    /// The ratio of each level's displacements to those of the level before: a fractal dimension of about 1.3, like a
    /// coast's.
    private static let ratio = 0.615_572_206_672_458_2
    /// Keeps the sum of all levels' displacements below 1.
    private static let first = 1 - ratio

    /// Returns `steps + 1` numbers in -1 ... 1 that start and end with 0; `steps` must be positive.
    static func curve(steps: Int, using generator: inout SplitMix64) -> [Double] {
        var curve = [Double](repeating: 0, count: steps + 1)
        displace(&curve, from: 0, to: steps, by: first, using: &generator)
        return curve
    }

    private static func displace(
        _ curve: inout [Double],
        from start: Int,
        to end: Int,
        by amplitude: Double,
        using generator: inout SplitMix64
    ) {
        guard end - start > 1 else { return }
        let middle = (start + end) / 2
        curve[middle] = (curve[start] + curve[end]) * 0.5 + generator.uniform(-1...1) * amplitude
        displace(&curve, from: start, to: middle, by: amplitude * ratio, using: &generator)
        displace(&curve, from: middle, to: end, by: amplitude * ratio, using: &generator)
    }
}
