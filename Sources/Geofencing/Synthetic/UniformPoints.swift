/// Uniformly random coordinates in a box, in longitude and latitude, with seven decimals.
package struct UniformPoints: Sequence, IteratorProtocol, Sendable {
    private let box: Box
    private var generator: SplitMix64
    private var remaining: Int

    package init(seed: UInt64, count: Int, in box: Box = MetroScenario.area) {
        self.box = box
        generator = SplitMix64(seed: seed, stream: MetroScenario.Stream.points)
        remaining = count
    }

    package mutating func next() -> Coordinate? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        let longitude = generator.uniform(box.minX...box.maxX)
        let latitude = generator.uniform(box.minY...box.maxY)
        return Coordinate(
            latitude: PortableMath.roundedToSevenDecimals(latitude),
            longitude: PortableMath.roundedToSevenDecimals(longitude)
        )
    }
}
