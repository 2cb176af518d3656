/// The true path of a synthetic device: straight segments at constant speed in a local frame, and waits.
struct TruePath: Sendable {
    struct Point: Sendable {
        /// Milliseconds since 1970.
        var time: Int64
        /// Meters from the origin of the frame.
        var east: Double
        var north: Double
    }

    private var points: [Point]

    init(from place: (east: Double, north: Double), at time: Int64) {
        points = [Point(time: time, east: place.east, north: place.north)]
    }

    /// The device's position at the end of the path so far.
    private var last: Point { points[points.count - 1] }
    var start: Int64 { points[0].time }
    var end: Int64 { last.time }

    mutating func wait(_ milliseconds: Int64) {
        points.append(Point(time: last.time + milliseconds, east: last.east, north: last.north))
    }

    /// - Parameter speed: In meters per second.
    mutating func go(to place: (east: Double, north: Double), speed: Double) {
        let (x, y) = (place.east - last.east, place.north - last.north)
        let milliseconds = ((x * x + y * y).squareRoot() / speed * 1000).rounded()
        points.append(Point(time: last.time + Int64(milliseconds), east: place.east, north: place.north))
    }

    /// Returns the device's positions at ascending times between start and end.
    func places(at times: some Sequence<Int64>) -> [Point] {
        var leg = 1
        return times.map { time in
            while leg < points.count - 1, points[leg].time < time { leg += 1 }
            let (from, to) = (points[leg - 1], points[leg])
            let share = to.time > from.time ? Double(time - from.time) / Double(to.time - from.time) : 1
            return Point(
                time: time,
                east: from.east + (to.east - from.east) * share,
                north: from.north + (to.north - from.north) * share
            )
        }
    }

    /// Returns the times between which the device is in an area, without an exit if it is still there at the end.
    func visits(in area: TrueArea) -> [(enter: Int64, exit: Int64?)] {
        var stays: [(enter: Int64, exit: Int64)] = []
        for (from, to) in zip(points, points.dropFirst()) {
            guard let (first, last) = area.shares(from: from, to: to) else { continue }
            let length = Double(to.time - from.time)
            let enter = from.time + Int64((length * first).rounded())
            let exit = from.time + Int64((length * last).rounded())
            if let before = stays.last, before.exit >= enter {
                stays[stays.count - 1].exit = exit
            } else if enter < exit {
                stays.append((enter, exit))
            }
        }
        return stays.map { ($0.enter, $0.exit == end ? nil : $0.exit) }
    }
}

/// A region around the origin of a frame.
enum TrueArea: Sendable {
    case circle(radius: Double)
    /// Extends this many meters to the east and the west, and to the north and the south.
    case box(east: Double, north: Double)

    /// Returns the part of a straight segment that is in the area, as fractions of the segment; a wait is inside as a
    /// whole or not at all.
    func shares(from: TruePath.Point, to: TruePath.Point) -> (first: Double, last: Double)? {
        let (x, y) = (to.east - from.east, to.north - from.north)
        switch self {
        case .circle(let radius):
            // Solves |from + share · way|² = radius².
            let (square, half) = (x * x + y * y, from.east * x + from.north * y)
            let rest = from.east * from.east + from.north * from.north - radius * radius
            guard square > 0 else { return rest <= 0 ? (0, 1) : nil }
            let discriminant = half * half - square * rest
            guard discriminant > 0 else { return nil }
            let root = discriminant.squareRoot()
            let (first, last) = (max(0, (-half - root) / square), min(1, (-half + root) / square))
            return first < last ? (first, last) : nil
        case .box(let east, let north):
            var (first, last) = (0.0, 1.0)
            for (start, way, bound) in [(from.east, x, east), (from.north, y, north)] {
                if way == 0 {
                    if abs(start) > bound { return nil }
                } else {
                    let (one, other) = ((-bound - start) / way, (bound - start) / way)
                    (first, last) = (max(first, min(one, other)), min(last, max(one, other)))
                }
            }
            return first < last ? (first, last) : nil
        }
    }

    /// Returns the region around a frame's origin.
    func region(in frame: LocalFrame) -> Geofence.Region {
        switch self {
        case .circle(let radius):
            return .circle(center: frame.coordinate(east: 0, north: 0), radius: .meters(radius))
        case .box(let east, let north):
            let corners = [(-east, -north), (east, -north), (east, north), (-east, north)]
            return .polygon(Polygon(valid: corners.map { frame.coordinate(east: $0.0, north: $0.1) }))
        }
    }
}
