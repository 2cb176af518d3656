/// A polygon in flat coordinates.
package struct FlatPolygon: Sendable, Hashable {
    /// x and y of all vertices of all rings in turn; each ring is closed.
    package var coordinates: [Double]

    /// For each ring, the number of vertices up to its end; the outer ring is first.
    package var ringEnds: [Int]

    package init(coordinates: [Double] = [], ringEnds: [Int] = []) {
        self.coordinates = coordinates
        self.ringEnds = ringEnds
    }
}
