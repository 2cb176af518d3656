// SAFETY: vertices are read only at indexes that were checked to be within the coordinates when the value was created.

/// Consecutive edges of a ring, two at a time: their starts and ends relative to a point, in degrees.
///
/// Two doubles form one vector on every machine; for four the compiler generates worse code than for one.
struct EdgePairs {
    private(set) var startX = SIMD2<Double>()
    private(set) var startY = SIMD2<Double>()
    private(set) var endX = SIMD2<Double>()
    private(set) var endY = SIMD2<Double>()
    private let place: SIMD2<Double>
    private var next: Int
    private let last: Int

    /// Creates a value positioned before the first of the edges that start at `edges`.
    @inline(__always)
    init(before edges: Range<Int>, from place: Coordinate, _ coordinates: Span<Double>) {
        precondition(edges.lowerBound >= 0 && edges.upperBound < coordinates.count / 2, "The edges must have vertices.")
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

    /// Advances to the next two edges; `false` if there are no more. If only one is left, its end serves as both ends
    /// of the other.
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
