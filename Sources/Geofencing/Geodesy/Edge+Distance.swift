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
    /// - Complexity: O(1): one geodesic up to `far`, some five beyond, and one to two hundred near the antipode.
    func distance(from place: Coordinate, nearest: Nearest, below limit: Double) -> Double {
        let distance = Geodesic.distance(place, nearest.coordinate)
        if distance < Self.far || distance - longestLength > limit { return distance }
        if distance > Self.nearlyAntipodal {
            let views = (0...Self.antipodalPieces).map { number in
                view(of: Double(number) / Double(Self.antipodalPieces), from: place)
            }
            return zip(views, views.dropFirst()).reduce(distance) { min($0, shortest($1.0, $1.1, from: place)) }
        }
        let start = view(of: nearest.share, from: place)
        return shortest(start, view(of: start.slope > 0 ? 0 : 1, from: place), from: place)
    }

    /// In meters; the error of the nearest point by chord grows with the fifth power of the distance.
    static var far: Double { 300_000 }

    /// In meters; from here on several shortest paths may meet, and the distance along the edge may have several
    /// minima.
    private static var nearlyAntipodal: Double { 19_500_000 }

    /// How many pieces of an edge are searched there, of up to 10 km each.
    private static var antipodalPieces: Int { 64 }

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

    /// Returns the shortest distance between two points of the edge, with at most one minimum between them.
    ///
    /// Regula falsi with the Illinois modification (M. Dowell and P. Jarratt, BIT 11, 1971), to 1 µm.
    private func shortest(_ one: View, _ other: View, from place: Coordinate) -> Double {
        var (low, high) = one.share < other.share ? (one, other) : (other, one)
        var shortest = min(low.distance, high.distance)
        guard low.slope < 0, high.slope > 0 else { return shortest }
        var (lowSlope, highSlope) = (low.slope, high.slope)
        var wasLow: Bool?
        for _ in 0..<60 {
            let share = (low.share * highSlope - high.share * lowSlope) / (highSlope - lowSlope)
            let next = view(of: share, from: place)
            shortest = min(shortest, next.distance)
            if abs(next.slope) * (high.share - low.share) < 1e-6 { break }
            let isLow = next.slope < 0
            if isLow {
                (low, lowSlope) = (next, next.slope)
                if wasLow == true { highSlope /= 2 }
            } else {
                (high, highSlope) = (next, next.slope)
                if wasLow == false { lowSlope /= 2 }
            }
            wasLow = isLow
        }
        return shortest
    }
}
