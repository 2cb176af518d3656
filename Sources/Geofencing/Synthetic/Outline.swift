/// A closed outline around the origin, in multiples of a size, that by construction does not cross itself.
///
/// All three kinds place their vertices on rays from the origin, ray after ray. Between two neighboring rays, which are
/// less than half a turn apart, the edges keep the order that they have on both rays, so no two of them can meet. The
/// rays, and the vertices on one ray, are so far apart that rounding to seven decimals cannot change that order for the
/// sizes used here: the smallest distance between neighbors is over 8 cm, and rounding moves a vertex by less than 1
/// cm.
struct Outline: Sendable {
    /// The vertices in counterclockwise order, without repeating the first; all within the unit disc.
    private(set) var vertices: [(x: Double, y: Double)] = []

    /// Returns a star of `count` (at least 8) corners at uneven angles, with radii between 0.4 and 1.
    static func star(corners count: Int, using generator: inout SplitMix64) -> Outline {
        let start = generator.uniform(0...1)
        var outline = Outline()
        outline.vertices.reserveCapacity(count)
        for corner in 0..<count {
            let angle = start + (Double(corner) + generator.uniform(0...0.8)) / Double(count)
            outline.append(turns: angle, radius: generator.uniform(0.4...1))
        }
        return outline
    }

    /// Returns a coast of `count` (at least 8) vertices with deep bays, radii between 0.25 and 1, and a diameter of
    /// exactly 2.
    static func coast(vertices count: Int, using generator: inout SplitMix64) -> Outline {
        let start = generator.uniform(0...1)
        let half = count / 2
        var outline = Outline()
        outline.vertices.reserveCapacity(count)
        // Each half starts and ends at radius 1, which makes the diameter exactly 2.
        for (first, steps) in [(start, half), (start + 0.5, count - half)] {
            let curve = Roughness.curve(steps: steps, using: &generator)
            for step in 0..<steps {
                let angle = first + 0.5 * Double(step) / Double(steps)
                outline.append(turns: angle, radius: 1 - 0.75 * abs(curve[step]))
            }
        }
        return outline
    }

    /// Returns a rough-edged spiral band of `count` (at least 500) vertices, two to four turns long, with a diameter of
    /// 1.6 ... 2.
    ///
    /// The last vertex is left out when `count` is odd.
    static func spiral(vertices count: Int, using generator: inout SplitMix64) -> Outline {
        let start = generator.uniform(0...1)
        let turns = generator.integer(in: 2...4)
        let steps = count / 2 - 1
        let raysPerTurn = steps / turns
        // The distance between the middles of neighboring windings; each border stays within 0.35 of it from its
        // middle.
        let pitch = 0.7 * Double(raysPerTurn) / Double(steps)
        let outer = Roughness.curve(steps: steps, using: &generator)
        let inner = Roughness.curve(steps: steps, using: &generator)
        func middle(_ step: Int) -> Double { 0.15 + 0.7 * Double(step) / Double(steps) }
        func angle(_ step: Int) -> Double { start + Double(step % raysPerTurn) / Double(raysPerTurn) }

        var outline = Outline()
        outline.vertices.reserveCapacity(2 * (steps + 1))
        for step in 0...steps {
            outline.append(turns: angle(step), radius: middle(step) + pitch * (0.15 + 0.2 * abs(outer[step])))
        }
        for step in (0...steps).reversed() {
            outline.append(turns: angle(step), radius: middle(step) - pitch * (0.15 + 0.2 * abs(inner[step])))
        }
        return outline
    }

    /// Returns the ring of the outline around a center, not closed; `scaleX` and `scaleY` are the degrees per unit.
    func ring(around center: Coordinate, scaleX: Double, scaleY: Double) -> [Coordinate] {
        vertices.map { vertex in
            Coordinate(
                latitude: PortableMath.roundedToSevenDecimals(center.latitude + vertex.y * scaleY),
                longitude: PortableMath.roundedToSevenDecimals(center.longitude + vertex.x * scaleX)
            )
        }
    }

    private mutating func append(turns: Double, radius: Double) {
        let (sine, cosine) = PortableMath.sineAndCosine(turns: turns)
        vertices.append((cosine * radius, sine * radius))
    }
}
