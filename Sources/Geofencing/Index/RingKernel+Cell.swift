// SAFETY: a chain has `edges + 1` vertices of two numbers from `vertices`; of what is read beyond them, up to three vertices
// within the room behind the last leaf, nothing is used. Of the four bytes of a vertex x is the lower half, as in all of Swift's
// little-endian memory.

extension RingKernel {
    /// Counts the edges of a chain that a ray crosses, in rounded units of a cell.
    ///
    /// As `crossings(_:edges:axis:backward:u:v:)`, but all numbers are rounded down to a unit. A difference of two then is
    /// wrong by less than one, and a determinant *u0 v1 - v0 u1* by less than |*u0*| + |*v0*| + |*u1*| + |*v1*| + 2. While
    /// each vertex moves from its true place to the rounded one, the place is on no edge if either both ends are strictly on
    /// one side of it in v, or the determinant is larger than that; then the parity of the crossings does not change.
    ///
    /// Goes through fours of edges, the last of them filled up with what counts for nothing, so that a compiler makes vectors
    /// of all of them. A vertex is at most half a cell outside of its cell, so a difference has 16 bits.
    @inline(__always)
    static func crossings(
        _ vertices: UnsafeRawPointer,
        edges: Int32,
        axis: UInt32,
        backward: UInt32,
        x: Int16,
        y: Int16
    ) -> Answer {
        let pairs = unsafe vertices.assumingMemoryBound(to: Int32.self)
        // All bits where u is y. The determinant of y and x is that of x and y with the other sign.
        let swaps = 0 &- Int32(bitPattern: axis)
        let flip = Int32(bitPattern: axis ^ backward ^ 1)
        var parity: Int32 = 0
        var unsure: Int32 = 0
        var index: Int32 = 0
        let end = (edges &+ 3) & ~3
        while index < end {
            let (first, second) = unsafe (pairs[Int(index)], pairs[Int(index) &+ 1])
            let x0 = Int32(Int16(truncatingIfNeeded: first) &- x)
            let y0 = Int32(Int16(truncatingIfNeeded: first &>> 16) &- y)
            let x1 = Int32(Int16(truncatingIfNeeded: second) &- x)
            let y1 = Int32(Int16(truncatingIfNeeded: second &>> 16) &- y)
            let determinant = x0 &* y1 &- y0 &* x1
            // The margin also covers what the map from degrees to units rounds.
            let sizes = abs(x0) &+ abs(y0) &+ abs(x1) &+ abs(y1)
            let bound = sizes &+ (sizes &>> 5) &+ 4
            let v0 = y0 ^ ((x0 ^ y0) & swaps)
            let v1 = y1 ^ ((x1 ^ y1) & swaps)
            let isAbove0: Int32 = v0 > 0 ? 1 : 0
            let isAbove1: Int32 = v1 > 0 ? 1 : 0
            let isPositive: Int32 = determinant > 0 ? 1 : 0
            // All bits for an edge of the chain.
            let counts = (index &- edges) &>> 31
            parity ^= (isAbove0 ^ isAbove1) & (isPositive ^ isAbove1 ^ flip) & counts
            // Negative where the determinant is too small ...
            let small = abs(determinant) &- bound &- 1
            // ... and where the ends are not strictly on one side.
            let sameSide = (v0 & v1) | ((0 &- v0) & (0 &- v1))
            unsure |= small & ~sameSide & counts
            index &+= 1
        }
        return Answer(crossings: UInt32(bitPattern: parity), isUncertain: unsure < 0)
    }
}
