/// A polygon with very many vertices.
package enum JaggedPolygon {
    /// Returns a coast of this many vertices (8 ... 2,000,000) that fills most of the metro area.
    ///
    /// Even with two million vertices, neighbors are 3.7e-7° apart at the smallest radius, five times the distance by
    /// which rounding to seven decimals moves a vertex, so the polygon is valid as written.
    package static func geofence(seed: UInt64, vertices: Int) -> Geofence {
        precondition((8...2_000_000).contains(vertices), "A jagged polygon must have 8 ... 2,000,000 vertices.")
        var generator = SplitMix64(seed: seed, stream: MetroScenario.Stream.coast)
        let outline = Outline.coast(vertices: vertices, using: &generator)
        let area = MetroScenario.area
        let center = Coordinate(latitude: (area.minY + area.maxY) / 2, longitude: (area.minX + area.maxX) / 2)
        let ring = outline.ring(around: center, scaleX: 0.48, scaleY: 0.48)
        return Geofence(Geofence.ID("jagged-\(vertices)"), .polygon(Polygon(valid: ring)), name: "Jagged polygon")
    }
}
