// SAFETY: a chain has `edges + 1` vertices of two numbers from `vertices`; `axis` is 0 or 1.

extension RingKernel {
    /// Counts the edges of a chain that a ray crosses, in rounded units of a cell.
    ///
    /// As `crossings(_:edges:axis:backward:u:v:)`, but all numbers are rounded down to a unit. A difference of two then is
    /// wrong by less than one, and a determinant *u0 v1 - v0 u1* by less than |*u0*| + |*v0*| + |*u1*| + |*v1*| + 2. While
    /// each vertex moves from its true place to the rounded one, the place is on no edge if either both ends are strictly on
    /// one side of it in v, or the determinant is larger than that; then the parity of the crossings does not change.
    @inline(__always)
    static func crossings(
        _ vertices: UnsafePointer<Int16>,
        edges: Int,
        axis: Int,
        backward: UInt32,
        u: Int32,
        v: Int32
    ) -> Answer {
        let us = unsafe vertices + axis
        let vs = unsafe vertices + (1 - axis)
        var u0 = unsafe Int32(us[0]) &- u
        var v0 = unsafe Int32(vs[0]) &- v
        var size0 = Int32(truncatingIfNeeded: u0.magnitude &+ v0.magnitude)
        var parity: UInt32 = 0
        var unsure: Int32 = 0
        var index = 2
        for _ in 0..<edges {
            let u1 = unsafe Int32(us[index]) &- u
            let v1 = unsafe Int32(vs[index]) &- v
            let size1 = Int32(truncatingIfNeeded: u1.magnitude &+ v1.magnitude)
            let determinant = u0 &* v1 &- v0 &* u1
            // The margin also covers what the map from degrees to units rounds.
            let sizes = size0 &+ size1
            let bound = sizes &+ (sizes &>> 5) &+ 4
            let isAbove0: UInt32 = v0 > 0 ? 1 : 0
            let isAbove1: UInt32 = v1 > 0 ? 1 : 0
            let isPositive: UInt32 = determinant > 0 ? 1 : 0
            parity ^= (isAbove0 ^ isAbove1) & (isPositive ^ isAbove1 ^ backward ^ 1)
            // Negative where the determinant is too small ...
            let small = Int32(bitPattern: determinant.magnitude) &- bound &- 1
            // ... and where the ends are not strictly on one side.
            let sameSide = (v0 & v1) | ((0 &- v0) & (0 &- v1))
            unsure |= small & ~sameSide
            u0 = u1
            v0 = v1
            size0 = size1
            index &+= 2
        }
        return Answer(crossings: parity, isUncertain: unsure < 0)
    }
}
