extension Edge {
    /// Returns the geodesic distance in meters from a place to the edge, or some distance that is more than `limit` if
    /// the edge certainly is.
    ///
    /// The nearest point by chord is also the nearest by geodesic, to 1 µm up to `far`. Beyond it is where the search
    /// along the edge starts.
    ///
    /// - Parameters:
    ///   - place: A valid coordinate.
    ///   - nearest: The point of the edge with the shortest chord to the place.
    ///   - limit: In meters; may be infinite.
    /// - Complexity: O(1): one geodesic up to `far`, some five beyond; near the antipode some five for each 10 km of
    ///   the edge.
    func distance(from place: Coordinate, nearest: Nearest, below limit: Double) -> Double {
        if nearest.chordSquared < Self.far * Self.far { return Geodesic.distance(place, nearest.coordinate) }
        let start = view(of: nearest.share, from: place)
        if start.distance - longestLength > limit { return start.distance }
        if start.distance < Self.nearlyAntipodal {
            let end = start.slope > 0 ? 0.0 : 1
            if end == start.share { return start.distance }
            return nearestView(between: start, view(of: end, from: place), to: place).distance
        }
        let pieceCount = max(1, (longestLength / Self.antipodalPiece).rounded(.up))
        let pieces = (0...Int(pieceCount)).map { Double($0) / pieceCount }
        let views = pieces.map { view(of: $0, from: place) }
        return zip(views, views.dropFirst()).reduce(start.distance) {
            min($0, nearestView(between: $1.0, $1.1, to: place).distance)
        }
    }

    /// Returns the share of the nearest point by geodesic, to 1 µm of its distance, on an edge along which the distance
    /// has a single minimum.
    ///
    /// - Complexity: O(1), some five geodesics.
    func nearestShare(to place: Coordinate) -> Double {
        nearestView(between: view(of: 0, from: place), view(of: 1, from: place), to: place).share
    }

    /// In meters; the error of the nearest point by chord grows with the fifth power of the distance.
    static var far: Double { 300_000 }

    /// In meters; from here on several shortest paths may meet, and the distance along the edge may have several
    /// minima.
    private static var nearlyAntipodal: Double { 19_500_000 }

    /// The longest piece in meters that is searched there as one.
    private static var antipodalPiece: Double { 10_000 }

    /// At least the length of the edge in meters.
    private var longestLength: Double {
        (abs(endX - startX) + abs(endY - startY)) * Angle.radiansPerDegree * WGS84.largestCurvatureRadius
    }

    /// A point of the edge as a place sees it.
    private struct View {
        var share: Double
        /// The geodesic distance in meters.
        var distance: Double
        /// How the distance changes with the share, in meters.
        var slope: Double
    }

    private func view(of share: Double, from place: Coordinate) -> View {
        let longitude = startX + (endX - startX) * share
        let latitude = startY + (endY - startY) * share
        let path = Geodesic.solveInverse(place.latitude, place.longitude, latitude, longitude)
        let phi = Direction(degrees: latitude)
        let radii = CurvatureRadii(sine: phi.sine)
        let east = (endX - startX) * Angle.radiansPerDegree * radii.acrossMeridian * phi.cosine
        let north = (endY - startY) * Angle.radiansPerDegree * radii.alongMeridian
        // The first variation of length: a path grows by what its end moves along it.
        return View(share: share, distance: path.distance, slope: path.end.sine * east + path.end.cosine * north)
    }

    /// Returns the nearest point between two points of the edge with at most one minimum between them.
    private func nearestView(between one: View, _ other: View, to place: Coordinate) -> View {
        let (low, high) = one.share < other.share ? (one, other) : (other, one)
        var nearest = low.distance < high.distance ? low : high
        guard low.slope < 0, high.slope > 0 else { return nearest }
        var bracket = RootBracket(
            above: RootBracket.End(share: high.share, value: high.slope),
            below: RootBracket.End(share: low.share, value: low.slope)
        )
        for _ in 0..<64 {
            let next = view(of: bracket.estimate, from: place)
            if next.distance < nearest.distance { nearest = next }
            if abs(next.slope) * bracket.width < 1e-6 { break }
            bracket.narrow(to: next.share, value: next.slope)
        }
        return nearest
    }
}
