/// A box in space with Float32 corners, rounded outwards.
struct SpaceBox: BitwiseCopyable {
    var lower = SIMD3<Float>(repeating: .infinity)
    var upper = SIMD3<Float>(repeating: -.infinity)

    /// Takes in a ball.
    mutating func enlarge(_ center: EarthCentered, radius: Double) {
        lower = pointwiseMin(
            lower,
            SIMD3(
                Self.roundedDown(center.x - radius),
                Self.roundedDown(center.y - radius),
                Self.roundedDown(center.z - radius)
            )
        )
        upper = pointwiseMax(
            upper,
            SIMD3(
                -Self.roundedDown(-center.x - radius),
                -Self.roundedDown(-center.y - radius),
                -Self.roundedDown(-center.z - radius)
            )
        )
    }

    mutating func enlarge(_ other: SpaceBox) {
        lower = pointwiseMin(lower, other.lower)
        upper = pointwiseMax(upper, other.upper)
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
    /// What a tree's entry leads to: two bits of kind and thirty of number.
    struct Reference: BitwiseCopyable {
        enum Kind: UInt32 {
            /// A node, by its number.
            case node
            /// Up to 16 circles, by the number of the first over 16.
            case circles
            /// A run of edges, by its number.
            case run
            /// One circle, by its position.
            case circle
        }

        var bits: UInt32

        @inline(__always)
        init(bits: UInt32) { self.bits = bits }

        @inline(__always)
        init(_ kind: Kind, _ number: Int) { bits = kind.rawValue << 30 | UInt32(truncatingIfNeeded: number) }

        @inline(__always)
        var kind: Kind { Kind(rawValue: bits >> 30) ?? .node }
        @inline(__always)
        var number: Int { Int(bits & 0x3FFF_FFFF) }
    }

    /// Up to sixteen entries with their boxes, side by side for one vector pass.
    struct Node: BitwiseCopyable {
        var lowerX = SIMD16<Float>(repeating: .infinity)
        var lowerY = SIMD16<Float>(repeating: .infinity)
        var lowerZ = SIMD16<Float>(repeating: .infinity)
        var upperX = SIMD16<Float>(repeating: -.infinity)
        var upperY = SIMD16<Float>(repeating: -.infinity)
        var upperZ = SIMD16<Float>(repeating: -.infinity)
        var children = SIMD16<UInt32>(repeating: 0)
        var count = 0

        mutating func append(_ child: Reference, _ box: SpaceBox) {
            lowerX[count] = box.lower.x
            lowerY[count] = box.lower.y
            lowerZ[count] = box.lower.z
            upperX[count] = box.upper.x
            upperY[count] = box.upper.y
            upperZ[count] = box.upper.z
            children[count] = child.bits
            count += 1
        }

        /// For each entry, a chord that none from the place to it is shorter than.
        @inline(__always)
        func chords(from place: Place) -> SIMD16<Float> {
            let zero = SIMD16<Float>(repeating: 0)
            let x = pointwiseMax(zero, pointwiseMax(lowerX - place.upper.x, place.lower.x - upperX))
            let y = pointwiseMax(zero, pointwiseMax(lowerY - place.upper.y, place.lower.y - upperY))
            let z = pointwiseMax(zero, pointwiseMax(lowerZ - place.upper.z, place.lower.z - upperZ))
            // A millionth covers what single precision rounds away.
            return (x * x + y * y + z * z).squareRoot() * (1 - 1e-6)
        }
    }

    /// Where a search starts from.
    struct Place: BitwiseCopyable {
        var coordinate: Coordinate
        var center: EarthCentered
        /// The center in single precision, rounded down and up.
        var lower: SIMD3<Float>
        var upper: SIMD3<Float>

        init(_ coordinate: Coordinate) {
            self.coordinate = coordinate
            center = EarthCentered(latitude: coordinate.latitude, longitude: coordinate.longitude)
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

    /// Up to 16 consecutive edges of one ring, or one piece of a long edge.
    struct Run: BitwiseCopyable {
        /// The longest part of an edge, in degrees, that is searched as one.
        static let longestPiece = 5.625

        var fence: UInt32
        var firstVertex: UInt32
        var edgeCount: UInt16
        var piece: UInt16
        var pieceCount: UInt16
    }
}
