// SAFETY: The lanes of a vector are read through a pointer to a local copy of it, at indexes below its 16 lanes,
// because a subscript with a computed index spills the whole vector for each lane. The pointer does not leave the
// closure.

/// A box in space with Float32 corners, rounded outwards.
struct SpaceBox: BitwiseCopyable {
    var lower = SIMD3<Float>(repeating: .infinity)
    var upper = SIMD3<Float>(repeating: -.infinity)
    /// The longest radius of the circles whose centers are in the box, in meters, rounded up; 0 if there are none.
    var radius: Float = 0

    /// Enlarges the box to contain a circle, given by its center and its radius.
    mutating func enlarge(_ circle: NearestTree.CircleBody) {
        enlarge(circle.center, radius: 0)
        radius = max(radius, -Self.roundedDown(-circle.radius))
    }

    /// Enlarges the box to contain a ball.
    mutating func enlarge(_ center: EarthCentered, radius: Double) {
        let center = SIMD3(center.x, center.y, center.z)
        enlarge(from: center - radius, to: center + radius)
    }

    /// Enlarges the box to contain a box in double precision.
    mutating func enlarge(from low: SIMD3<Double>, to high: SIMD3<Double>) {
        enlarge(
            from: SIMD3(Self.roundedDown(low.x), Self.roundedDown(low.y), Self.roundedDown(low.z)),
            to: SIMD3(-Self.roundedDown(-high.x), -Self.roundedDown(-high.y), -Self.roundedDown(-high.z))
        )
    }

    mutating func enlarge(_ other: SpaceBox) {
        enlarge(from: other.lower, to: other.upper)
        radius = max(radius, other.radius)
    }

    /// Not `pointwiseMin`, which is a call per corner.
    @inline(__always)
    private mutating func enlarge(from low: SIMD3<Float>, to high: SIMD3<Float>) {
        lower.replace(with: low, where: low .< lower)
        upper.replace(with: high, where: high .> upper)
    }

    /// Returns a lower bound in meters on the distance from `place` to any point of the surface in the box. Computed
    /// from the geodesic to the surface near the box's middle, which is tight where a chord from far away is not; 0 for
    /// large boxes.
    func distanceBound(from place: Coordinate) -> Double {
        let middle = middle
        let axisDistance = (middle.x * middle.x + middle.y * middle.y).squareRoot()
        let surface = Coordinate(
            latitude: Angle.degrees(atan2: middle.z, axisDistance * (1 - WGS84.eccentricitySquared)),
            longitude: Angle.degrees(atan2: middle.y, middle.x)
        )
        let center = EarthCentered(surface)
        let x = max(center.x - Double(lower.x), Double(upper.x) - center.x)
        let y = max(center.y - Double(lower.y), Double(upper.y) - center.y)
        let z = max(center.z - Double(lower.z), Double(upper.z) - center.z)
        let reach = ChordBounds.longestDistance(overChord: (x * x + y * y + z * z).squareRoot()) + 1e-6
        return reach < .infinity ? max(0, place.distance(to: surface).meters - reach) : 0
    }

    var middle: EarthCentered {
        EarthCentered(
            x: (Double(lower.x) + Double(upper.x)) / 2,
            y: (Double(lower.y) + Double(upper.y)) / 2,
            z: (Double(lower.z) + Double(upper.z)) / 2
        )
    }

    @inline(__always)
    static func roundedDown(_ value: Double) -> Float {
        let near = Float(value)
        return Double(near) > value ? near.nextDown : near
    }
}

extension NearestTree {
    /// What an entry of the tree leads to: two bits of kind and thirty of number.
    struct Reference: BitwiseCopyable {
        enum Kind: UInt32 {
            /// A node, by its number.
            case node
            /// A group of circles, by its number: that of the first circle divided by `width`.
            case circles
            /// A run of edges, by its number.
            case run
            /// One circle, by its position.
            case circle
        }

        private let bits: UInt32

        @inline(__always)
        init(_ kind: Kind, _ number: Int) { bits = kind.rawValue << 30 | UInt32(truncatingIfNeeded: number) }

        @inline(__always)
        var kind: Kind { Kind(rawValue: bits >> 30) ?? .node }
        @inline(__always)
        var number: Int { Int(bits & 0x3FFF_FFFF) }
    }

    /// Up to sixteen entries with their boxes, laid out side by side for one vector pass.
    struct Node: BitwiseCopyable {
        var lowerX = SIMD16<Float>(repeating: .infinity)
        var lowerY = SIMD16<Float>(repeating: .infinity)
        var lowerZ = SIMD16<Float>(repeating: .infinity)
        var upperX = SIMD16<Float>(repeating: -.infinity)
        var upperY = SIMD16<Float>(repeating: -.infinity)
        var upperZ = SIMD16<Float>(repeating: -.infinity)
        var radius = SIMD16<Float>(repeating: 0)
        var count = 0

        mutating func append(_ box: SpaceBox) {
            lowerX[count] = box.lower.x
            lowerY[count] = box.lower.y
            lowerZ[count] = box.lower.z
            upperX[count] = box.upper.x
            upperY[count] = box.upper.y
            upperZ[count] = box.upper.z
            radius[count] = box.radius
            count += 1
        }

        /// Calls `body` with each entry up to `limit` meters away: its lane, a lower bound on the chord from the point
        /// to its box, and the longest radius in it.
        ///
        /// The distance of an entry with a radius is that of its box minus the radius, and so may be below 0.
        @inline(__always)
        func forEach(near place: Place, upTo limit: Double, _ body: (Int, Double, Double) -> Void) {
            let squares = squares(from: place)
            // A millionth covers what single precision rounds away, here and in the chord below.
            let limit = Float(min(limit, 1e9))
            let reach = radius + limit + (radius + abs(limit)) * 1e-6
            // Nothing is within a negative reach, although its square would suggest so.
            let most = (reach * reach * (1 + 1e-6)).replacing(with: -1, where: reach .< 0)
            let count = count
            let radius = radius
            unsafe withUnsafePointer(to: (squares, most, radius)) { lanes in
                unsafe lanes.withMemoryRebound(to: Float.self, capacity: 48) { lanes in
                    for lane in 0..<count {
                        let square = unsafe lanes[lane]
                        if unsafe square > lanes[16 + lane] { continue }
                        unsafe body(lane, Double(square).squareRoot() * (1 - 1e-6), Double(lanes[32 + lane]))
                    }
                }
            }
        }

        /// Returns the lane of the entry in which something may be nearest to the point, by about the distance of its
        /// box minus the longest radius in it.
        func nearestLane(to place: Place) -> Int {
            let bounds = squares(from: place).squareRoot() - radius
            return unsafe withUnsafePointer(to: bounds) { lanes in
                unsafe lanes.withMemoryRebound(to: Float.self, capacity: 16) { lanes in
                    var nearest = 0
                    for lane in 1..<max(count, 1) where unsafe lanes[lane] < lanes[nearest] { nearest = lane }
                    return nearest
                }
            }
        }

        /// Returns the squares of the chords in meters from the point to the boxes.
        @inline(__always)
        private func squares(from place: Place) -> SIMD16<Float> {
            let x = Self.gap(lowerX - place.upper.x, place.lower.x - upperX)
            let y = Self.gap(lowerY - place.upper.y, place.lower.y - upperY)
            let z = Self.gap(lowerZ - place.upper.z, place.lower.z - upperZ)
            return x * x + y * y + z * z
        }

        /// Returns the larger of both and 0, lane by lane. `pointwiseMax` is not compiled to vector instructions, nor
        /// is this if it is generic over the width.
        @inline(__always)
        private static func gap(_ below: SIMD16<Float>, _ above: SIMD16<Float>) -> SIMD16<Float> {
            let larger = below.replacing(with: above, where: below .< above)
            return larger.replacing(with: 0, where: larger .< 0)
        }

        /// Returns the box of one entry.
        func box(_ lane: Int) -> SpaceBox {
            SpaceBox(
                lower: SIMD3(lowerX[lane], lowerY[lane], lowerZ[lane]),
                upper: SIMD3(upperX[lane], upperY[lane], upperZ[lane]),
                radius: radius[lane]
            )
        }
    }

    /// The point from which a search starts.
    struct Place: BitwiseCopyable {
        var coordinate: Coordinate
        var center: EarthCentered
        /// The center in single precision, rounded down and up.
        var lower: SIMD3<Float>
        var upper: SIMD3<Float>

        init(_ coordinate: Coordinate) {
            self.coordinate = coordinate
            center = EarthCentered(coordinate)
            var box = SpaceBox()
            box.enlarge(center, radius: 0)
            lower = box.lower
            upper = box.upper
        }
    }

    /// A circle as the search sees it.
    struct CircleBody: BitwiseCopyable {
        var center: EarthCentered
        var radius: Double
    }

    /// Up to `width` consecutive edges of one ring, or one piece of a long edge.
    struct Run: BitwiseCopyable {
        /// The longest edge, in degrees, that shares a run with others: longer ones bulge so far that their boxes would
        /// hide the others.
        static let longestEdge = 1.0
        /// The longest part of an edge, in degrees, that is searched as one: a 64th of a turn.
        static let longestPiece = 360.0 / 64

        var fence: UInt32
        var firstVertex: UInt32
        var edgeCount: UInt16
        var piece: UInt16
        var pieceCount: UInt16
    }
}
