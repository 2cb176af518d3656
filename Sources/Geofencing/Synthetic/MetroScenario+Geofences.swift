extension MetroScenario {
    /// All geofences in order of their numbers, each generated on demand.
    package var geofences: LazyMapSequence<Range<Int>, Geofence> {
        (0..<geofenceCount).lazy.map(geofence)
    }

    /// Returns the geofence of this number, from 0. Its identifier is its kind and its number, from 1:
    /// `circle-0000001`.
    ///
    /// - Complexity: O(vertices).
    package func geofence(_ number: Int) -> Geofence {
        var generator = SplitMix64(seed: seed, stream: Stream.geofence, number: number)
        let (kind, region): (String, Geofence.Region) =
            switch number % 10 {
            case _ where shapes == .circles: ("circle", Self.circle(using: &generator))
            case 0, 2, 4, 6, 8: ("circle", Self.circle(using: &generator))
            case 9: ("concave", Self.concave(using: &generator))
            default: ("star", Self.star(using: &generator))
            }
        return Geofence(
            Geofence.ID("\(kind)-\(Self.padded(number + 1, to: 7))"),
            region,
            name: "\(kind.prefix(1).uppercased())\(kind.dropFirst()) \(number + 1)"
        )
    }

    /// log2 of 2,000 / 50.
    private static let octavesOfRadius = 5.321_928_094_887_363
    /// log2 of 10.
    private static let octavesOfDiameter = 3.321_928_094_887_362_6
    /// log2 of 5,000 / 640.
    private static let octavesOfSpiral = 2.965_784_284_662_087

    private static func circle(using generator: inout SplitMix64) -> Geofence.Region {
        let radius = generator.logUniform(50...2000, octaves: octavesOfRadius)
        let center = place(keeping: radius, using: &generator).center
        return .circle(
            center: Coordinate(
                latitude: PortableMath.roundedToSevenDecimals(center.latitude),
                longitude: PortableMath.roundedToSevenDecimals(center.longitude)
            ),
            radius: .meters((radius * 100).rounded() / 100)
        )
    }

    private static func star(using generator: inout SplitMix64) -> Geofence.Region {
        let radius = generator.logUniform(50...2000, octaves: octavesOfRadius)
        let outline = Outline.star(corners: generator.integer(in: 8...64), using: &generator)
        return polygon(outline, radius: radius, using: &generator)
    }

    /// Three in four are coasts, whose center sees the whole outline; the fourth is a spiral, in which no point does.
    private static func concave(using generator: inout SplitMix64) -> Geofence.Region {
        if generator.integer(in: 0...3) == 0 {
            // From 640 m on, even the smallest spiral is over 1 km across.
            let radius = generator.logUniform(640...5000, octaves: octavesOfSpiral)
            let outline = Outline.spiral(vertices: 2 * generator.integer(in: 250...2500), using: &generator)
            return polygon(outline, radius: radius, using: &generator)
        }
        let radius = generator.logUniform(1000...10_000, octaves: octavesOfDiameter) / 2
        let outline = Outline.coast(vertices: generator.integer(in: 500...5000), using: &generator)
        return polygon(outline, radius: radius, using: &generator)
    }

    private static func polygon(
        _ outline: Outline,
        radius: Double,
        using generator: inout SplitMix64
    ) -> Geofence.Region {
        let (center, scaleX, scaleY) = place(keeping: radius, using: &generator)
        return .polygon(Polygon(valid: outline.ring(around: center, scaleX: scaleX, scaleY: scaleY)))
    }

    /// Returns a random center at least `margin` meters from the border of the area, and the margin in degrees there.
    private static func place(
        keeping margin: Double,
        using generator: inout SplitMix64
    ) -> (center: Coordinate, scaleX: Double, scaleY: Double) {
        // 20 m more, because a degree of a true meridian is up to 0.2 % shorter than on the sphere.
        let height = margin / metersPerDegree
        let reserveY = (margin + 20) / metersPerDegree
        let latitude = generator.uniform((area.minY + reserveY)...(area.maxY - reserveY))
        let shrink = PortableMath.sineAndCosine(turns: latitude / 360).cosine
        let reserveX = reserveY / shrink
        let longitude = generator.uniform((area.minX + reserveX)...(area.maxX - reserveX))
        return (Coordinate(latitude: latitude, longitude: longitude), height / shrink, height)
    }
}

extension Polygon {
    /// Creates a polygon from a ring that is valid by construction.
    init(valid ring: [Coordinate]) {
        do throws(GeofenceError) {
            self = try Polygon(ring)
        } catch {
            preconditionFailure("A synthetic ring must be valid: \(error)")
        }
    }
}
