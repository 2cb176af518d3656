#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The path between two consecutive fixes: straight in longitude and latitude, as a polygon's edges are, and going the
/// short way round the Earth.
///
/// A point on it is identified by its *share* of the path, 0 at the start and 1 at the end; time is assumed to pass
/// evenly along it.
struct Segment: BitwiseCopyable, Sendable {
    /// The start of the segment.
    let start: Coordinate
    /// Degrees from start to end: longitude in -180 ... 180.
    let east: Double
    let north: Double

    init(from start: Coordinate, to end: Coordinate) {
        self.start = start
        east = Angle.difference(from: start.longitude, to: end.longitude).degrees
        north = end.latitude - start.latitude
    }

    /// Whether start and end coincide.
    var isPoint: Bool { east == 0 && north == 0 }

    /// Whether the segment leaves longitudes of -180 ... 180.
    var crossesAntimeridian: Bool { abs(start.longitude + east) > 180 }

    /// Returns the point at a share; its longitude is in -180 ..< 180.
    func coordinate(at share: Double) -> Coordinate {
        let x = start.longitude + east * share
        return Coordinate(
            latitude: max(-90, min(90, start.latitude + north * share)),
            longitude: x >= 180 ? x - 360 : x < -180 ? x + 360 : x
        )
    }

    /// Returns the part between two shares, as an edge whose longitudes may lie in any turn.
    func edge(from first: Double, to last: Double) -> Edge {
        Edge(
            startX: start.longitude + east * first,
            startY: start.latitude + north * first,
            endX: start.longitude + east * last,
            endY: start.latitude + north * last
        )
    }

    /// Returns the highest and the lowest absolute latitude between two shares.
    func latitudes(from first: Double, to last: Double) -> (highest: Double, lowest: Double) {
        let (one, other) = (start.latitude + north * first, start.latitude + north * last)
        return (max(abs(one), abs(other)), one * other <= 0 ? 0 : min(abs(one), abs(other)))
    }

    /// Returns an upper bound in meters on the length of any part between two shares; at most 1 % above the length of a
    /// short one.
    func longestLength(from first: Double, to last: Double) -> Double {
        let parallel = east * cos(latitudes(from: first, to: last).lowest * Angle.radiansPerDegree)
        return (parallel * parallel + north * north).squareRoot() * (last - first) * Angle.radiansPerDegree
            * WGS84.largestCurvatureRadius
    }

    /// The share of the segment that is as long as `Stretch.shortest`; all of a segment that is shorter.
    var shortestStretch: Double { Stretch.shortest / max(Stretch.shortest, longestLength(from: 0, to: 1)) }
}

/// A part of a segment, given by its shares.
struct Stretch: BitwiseCopyable, Sendable, Hashable {
    var entry: Double
    var exit: Double

    /// Parts closer to each other than this, in meters, are joined; a part that is shorter is dropped.
    static let shortest = 0.001
}

extension [Stretch] {
    /// Appends a part that begins at or after the beginning of the last one, joining the two if the gap between them is
    /// at most `gap`.
    mutating func append(_ part: Stretch, joiningWithin gap: Double) {
        if let last, part.entry - last.exit <= gap {
            self[count - 1].exit = Swift.max(last.exit, part.exit)
        } else {
            append(part)
        }
    }
}
