// SAFETY: the vertices of the edges are read for numbers that were checked to be within the coordinates when it was made.

/// Edges of a ring one after another, two side by side: where they start and end from a place on, in degrees.
///
/// Two doubles are one vector on every machine; of four the compiler makes worse code than of one.
struct EdgePairs {
    private(set) var startX = SIMD2<Double>()
    private(set) var startY = SIMD2<Double>()
    private(set) var endX = SIMD2<Double>()
    private(set) var endY = SIMD2<Double>()
    private let place: SIMD2<Double>
    private var next: Int
    private let last: Int

    /// Before the first of the edges that start at `edges`.
    @inline(__always)
    init(before edges: Range<Int>, from place: Coordinate, _ coordinates: Span<Double>) {
        precondition(edges.lowerBound >= 0 && edges.upperBound < coordinates.count / 2, "The edges have vertices.")
        self.place = SIMD2(place.longitude, place.latitude)
        next = edges.lowerBound &+ 1
        last = edges.upperBound
        let start = vertex(edges.lowerBound, coordinates)
        (endX.y, endY.y) = (start.x, start.y)
    }

    @inline(__always)
    private func vertex(_ number: Int, _ coordinates: Span<Double>) -> SIMD2<Double> {
        unsafe SIMD2(coordinates[unchecked: 2 &* number], coordinates[unchecked: 2 &* number &+ 1]) - place
    }

    /// Goes on to the next two; `false` if there are no more. Where only one is left, its end stands for both ends of the other.
    @inline(__always)
    mutating func advance(_ coordinates: Span<Double>) -> Bool {
        guard next <= last else { return false }
        let first = vertex(next, coordinates)
        let second = vertex(min(next &+ 1, last), coordinates)
        startX = SIMD2(endX.y, first.x)
        startY = SIMD2(endY.y, first.y)
        endX = SIMD2(first.x, second.x)
        endY = SIMD2(first.y, second.y)
        next &+= 2
        return true
    }
}
