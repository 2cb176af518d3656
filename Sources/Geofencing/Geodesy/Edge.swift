#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A polygon's edge, or a piece of one: straight in longitude and latitude, a curve on the ellipsoid.
struct Edge: BitwiseCopyable {
    /// The ends in degrees; x may lie in any turn.
    var startX: Double
    var startY: Double
    var endX: Double
    var endY: Double
    /// The same ends in space.
    var start: EarthCentered
    var end: EarthCentered

    /// How far in meters the edge may lie from the straight chord between its ends.
    ///
    /// A curve's distance from its chord is at most an eighth of its largest second derivative, here that of the
    /// ellipsoid's parametrization: R (|Δφ| + |Δλ|)².
    @inline(__always)
    var bulge: Double {
        let turn = (abs(endX - startX) + abs(endY - startY)) * Angle.radiansPerDegree
        return turn * turn * (WGS84.largestCurvatureRadius * 1.02 / 8)
    }

    /// Returns the square of the distance in space to the straight chord between the ends, and the share of the chord
    /// at which its nearest point lies.
    @inline(__always)
    func chordDistanceSquared(to place: EarthCentered) -> (square: Double, share: Double) {
        let ux = end.x - start.x
        let uy = end.y - start.y
        let uz = end.z - start.z
        let px = place.x - start.x
        let py = place.y - start.y
        let pz = place.z - start.z
        let length = ux * ux + uy * uy + uz * uz
        let along = px * ux + py * uy + pz * uz
        let share = length > 0 ? min(1, max(0, along / length)) : 0
        let dx = px - share * ux
        let dy = py - share * uy
        let dz = pz - share * uz
        return (dx * dx + dy * dy + dz * dz, share)
    }

    /// Returns whether every point of the edge is certainly farther than this many meters away, by chord.
    ///
    /// Where a long edge's bulge leaves that open, its halves are tested, which lie four times as close to their
    /// chords.
    func isFarther(than limit: Double, from place: EarthCentered) -> Bool {
        let chord = chordDistanceSquared(to: place)
        let bulge = bulge
        if chord.square.squareRoot() - bulge > limit { return true }
        guard bulge > max(Self.smallBulge, limit / 16) else { return false }
        let (first, second) = halves
        // The half with the chord's nearest point is less likely to be farther, so it is tested first.
        return chord.share < 0.5
            ? first.isFarther(than: limit, from: place) && second.isFarther(than: limit, from: place)
            : second.isFarther(than: limit, from: place) && first.isFarther(than: limit, from: place)
    }

    /// In meters; halving an edge with a smaller bulge takes longer than measuring what it would have ruled out.
    private static var smallBulge: Double { 1 }

    private var halves: (Edge, Edge) {
        let middle = point(at: 0.5)
        var (first, second) = (self, self)
        (first.endX, first.endY, first.end) = (middle.x, middle.y, middle.place)
        (second.startX, second.startY, second.start) = (middle.x, middle.y, middle.place)
        return (first, second)
    }

    /// The point of an edge with the shortest chord to a place.
    struct Nearest: BitwiseCopyable {
        /// 0 at the start of the edge, 1 at its end.
        var share: Double
        var coordinate: Coordinate
        /// The square of the chord in meters.
        var chordSquared: Double
    }

    /// Returns the point of the edge with the shortest chord to `place`.
    ///
    /// Newton's method within a bracket, to 0.1 µm along the edge; on long edges the bracket comes from samples.
    func nearest(to place: EarthCentered) -> Nearest {
        var low = 0.0
        var high = 1.0
        var share = chordDistanceSquared(to: place).share
        if abs(endX - startX) + abs(endY - startY) > 0.5 {
            let samples = 8
            var best = Double.infinity
            for sample in 0...samples {
                let candidate = Double(sample) / Double(samples)
                let square = point(at: candidate).place.chordSquared(to: place)
                if square < best {
                    best = square
                    share = candidate
                }
            }
            low = max(0, share - 1 / Double(samples))
            high = min(1, share + 1 / Double(samples))
        }
        var point = point(at: share)
        // On an edge this straight, the nearest point is where the chord's is.
        for _ in 0..<(bulge < 1e-5 ? 0 : 16) {
            let derivatives = derivatives(at: point, to: place)
            if derivatives.first > 0 { high = share } else { low = share }
            let step = derivatives.second > 0 ? share - derivatives.first / derivatives.second : (low + high) / 2
            let next = min(high, max(low, step))
            let move = abs(next - share) * derivatives.speed
            share = next
            point = self.point(at: share)
            if move < 1e-7 { break }
        }
        var nearest = Nearest(
            share: share,
            coordinate: Coordinate(latitude: point.y, longitude: point.x),
            chordSquared: point.place.chordSquared(to: place)
        )
        let startSquare = start.chordSquared(to: place)
        if startSquare < nearest.chordSquared {
            let coordinate = Coordinate(latitude: startY, longitude: startX)
            nearest = Nearest(share: 0, coordinate: coordinate, chordSquared: startSquare)
        }
        let endSquare = end.chordSquared(to: place)
        if endSquare < nearest.chordSquared {
            let coordinate = Coordinate(latitude: endY, longitude: endX)
            nearest = Nearest(share: 1, coordinate: coordinate, chordSquared: endSquare)
        }
        return nearest
    }

    /// A point on the edge, with its angles.
    private struct Point {
        var x: Double
        var y: Double
        var latitude: Direction
        var longitude: Direction
        var place: EarthCentered
    }

    private func point(at share: Double) -> Point {
        let x = startX + (endX - startX) * share
        let y = startY + (endY - startY) * share
        let latitude = Direction(radians: y * Angle.radiansPerDegree)
        let longitude = Direction(radians: x * Angle.radiansPerDegree)
        return Point(
            x: x,
            y: y,
            latitude: latitude,
            longitude: longitude,
            place: EarthCentered(latitude: latitude, longitude: longitude)
        )
    }

    /// Returns half the first and second derivatives of the squared chord with respect to the share of the edge, and
    /// the edge's speed at the point.
    private func derivatives(
        at point: Point,
        to place: EarthCentered
    ) -> (first: Double, second: Double, speed: Double) {
        let east = (endX - startX) * Angle.radiansPerDegree
        let north = (endY - startY) * Angle.radiansPerDegree
        let phi = point.latitude
        let lambda = point.longitude
        let radii = CurvatureRadii(sine: phi.sine)
        let meridian = radii.alongMeridian
        let parallel = radii.acrossMeridian * phi.cosine
        // In the frame of the point's meridian: outwards from the axis, east, north along the axis.
        let outOffset = (point.place.x - place.x) * lambda.cosine + (point.place.y - place.y) * lambda.sine
        let eastOffset = (point.place.y - place.y) * lambda.cosine - (point.place.x - place.x) * lambda.sine
        let axisOffset = point.place.z - place.z
        let outSpeed = -meridian * phi.sine * north
        let eastSpeed = parallel * east
        let axisSpeed = meridian * phi.cosine * north
        // The change in the meridian's own curvature is left out: that only slows Newton's method in the last digits.
        let outChange = -meridian * phi.cosine * north * north - parallel * east * east
        let eastChange = 2 * outSpeed * east
        let axisChange = -meridian * phi.sine * north * north
        let speedSquared = outSpeed * outSpeed + eastSpeed * eastSpeed + axisSpeed * axisSpeed
        let first = outOffset * outSpeed + eastOffset * eastSpeed + axisOffset * axisSpeed
        let second = speedSquared + outOffset * outChange + eastOffset * eastChange + axisOffset * axisChange
        return (first, second, speedSquared.squareRoot())
    }
}

extension Edge {
    /// Creates an edge between two points in degrees.
    init(startX: Double, startY: Double, endX: Double, endY: Double) {
        self.init(
            startX: startX,
            startY: startY,
            endX: endX,
            endY: endY,
            start: EarthCentered(latitude: startY, longitude: startX),
            end: EarthCentered(latitude: endY, longitude: endX)
        )
    }
}
