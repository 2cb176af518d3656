// SAFETY: every bit pattern is a valid float.

extension SIMD8<Float> {
    /// Creates the corners of a node's boxes. Equal to `SIMD8<Float>(units)`, which is compiled to a call. Where
    /// corners are only compared, as in `BoundaryTree+Crossing.swift`, that call takes fewer instructions.
    @inline(__always)
    init(units: SIMD8<UInt16>) {
        // The last bits of a float between 2^23 and 2^24 are those of an integer.
        var halves = SIMD16<UInt16>(repeating: UInt16(Float(0x1p23).bitPattern &>> 16))
        halves.evenHalf = units
        self = unsafe unsafeBitCast(halves, to: SIMD8<Float>.self) - 0x1p23
    }
}
