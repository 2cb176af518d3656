// SAFETY: a chain has `edges + 1` vertices of two numbers from `vertices`; what is read beyond them, up to three
// vertices within the room after the last leaf, is not used. Of the four bytes of a vertex, x is the lower half, as in
// all of Swift's little-endian memory.

extension RingKernel {
    /// Counts the edges of a chain that a ray crosses, in rounded units of a cell.
    ///
    /// Works like `crossings(_:edges:axis:backward:u:v:)`, but with all numbers rounded down to a unit. A difference of
    /// two is then off by less than one, and a determinant *u0 v1 - v0 u1* by less than |*u0*| + |*v0*| + |*u1*| +
    /// |*v1*| + 2. While each vertex moves from its true position to the rounded one, the point is on no edge if either
    /// both ends are strictly on one side of it in v, or the determinant is larger than that; then the parity of the
    /// crossings does not change.
    ///
    /// Processes four edges at a time, the last four padded with ones that do not count. A vertex is at most half a
    /// cell outside its cell, so the sum of two differences fits into 16 bits.
    @inline(__always)
    static func crossings(
        _ vertices: UnsafeRawPointer,
        edges: Int32,
        axis: UInt32,
        backward: UInt32,
        x: Int16,
        y: Int16
    ) -> Answer {
        let place = Pairs(x: x, y: y)
        // The ray runs along x, so that v is y, or along y. The determinant of y and x is that of x and y with the
        // opposite sign.
        let shift = Words(repeating: Int32(bitPattern: axis &<< 4))
        let flip = Words(repeating: 0 &- Int32(bitPattern: axis ^ backward ^ 1))
        var parity = Words.zero
        var unsure = Words.zero
        var vertices = unsafe vertices
        // Each edge's number minus the number of edges: negative for those of the chain.
        var number = Words(0, 1, 2, 3) &- edges
        while number[0] < 0 {
            let start = unsafe Pairs(vertices.loadUnaligned(as: Pairs.Halves.self) &- place.halves)
            let end = unsafe Pairs((vertices + 4).loadUnaligned(as: Pairs.Halves.self) &- place.halves)
            let determinant = start.determinant(with: end)
            // The margin also covers the rounding of the map from degrees to units.
            let sizes = Pairs(start.magnitudes &+ end.magnitudes).sum
            let bound = sizes &+ (sizes &>> 5) &+ 4
            let v0 = (start.words &<< shift) &>> 16
            let v1 = (end.words &<< shift) &>> 16
            // Conditions are encoded in the sign of a word.
            let counts = number &>> 31
            let isAbove0 = 0 &- v0
            let isAbove1 = 0 &- v1
            let isPositive = 0 &- determinant
            parity ^= (isAbove0 ^ isAbove1) & (isPositive ^ isAbove1 ^ flip) & counts
            // Negative if the determinant is too small ...
            let sign = determinant &>> 31
            let small = (determinant ^ sign) &- sign &- bound &- 1
            // ... and if the ends are not strictly on one side.
            let sameSide = (v0 & v1) | (isAbove0 & isAbove1)
            unsure |= small & ~sameSide & counts
            number &+= 4
            unsafe vertices += 16
        }
        let signs = parity[0] ^ parity[1] ^ parity[2] ^ parity[3]
        return Answer(
            crossings: UInt32(bitPattern: signs) &>> 31,
            isUncertain: (unsure[0] | unsure[1] | unsure[2] | unsure[3]) < 0
        )
    }

    private typealias Words = SIMD4<Int32>

    /// Four vertices, or differences of vertices: x in the lower halves of the words, y in the upper halves.
    private struct Pairs: BitwiseCopyable {
        typealias Halves = SIMD8<Int16>

        let halves: Halves

        @inline(__always)
        init(_ halves: Halves) { self.halves = halves }

        /// Creates four copies of one vertex.
        @inline(__always)
        init(x: Int16, y: Int16) { halves = Halves(x, y, x, y, x, y, x, y) }

        @inline(__always) var words: Words { unsafe unsafeBitCast(halves, to: Words.self) }

        @inline(__always)
        var magnitudes: Halves {
            let sign = halves &>> 15
            return (halves ^ sign) &- sign
        }

        /// *x* + *y*, neither of which may be negative.
        @inline(__always) var sum: Words { (words & 0xFFFF) &+ (words &>> 16) }

        /// *x0 y1* - *y0 x1*.
        @inline(__always)
        func determinant(with other: Pairs) -> Words {
            let mirrored = halves &* Halves(1, -1, 1, -1, 1, -1, 1, -1)
            let end = other.halves
            let turned = Halves(end[1], end[0], end[3], end[2], end[5], end[4], end[7], end[6])
            // A form of the sum of two products for which compilers know an instruction.
            return Words(truncatingIfNeeded: mirrored.evenHalf) &* Words(truncatingIfNeeded: turned.evenHalf)
                &+ Words(truncatingIfNeeded: mirrored.oddHalf) &* Words(truncatingIfNeeded: turned.oddHalf)
        }
    }
}
