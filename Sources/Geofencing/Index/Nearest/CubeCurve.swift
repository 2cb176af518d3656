/// A curve over the whole Earth along which near numbers are near points: Hilbert's on the six faces of a cube.
enum CubeCurve {
    /// Returns the number of a point in 0 ..< 6 · 2³⁰.
    static func number(of place: EarthCentered) -> UInt64 {
        let (x, y, z) = (abs(place.x), abs(place.y), abs(place.z))
        if x >= y, x >= z {
            return number(face: place.x < 0 ? 3 : 0, place.y / place.x, place.z / place.x)
        }
        if y >= z { return number(face: place.y < 0 ? 4 : 1, place.x / place.y, place.z / place.y) }
        return number(face: place.z < 0 ? 5 : 2, place.x / place.z, place.y / place.z)
    }

    private static func number(face: UInt64, _ u: Double, _ v: Double) -> UInt64 {
        let size = 32768.0
        return face << 30
            | hilbert(
                UInt32(max(0, min(size - 1, (u + 1) * (size / 2)))),
                UInt32(max(0, min(size - 1, (v + 1) * (size / 2))))
            )
    }

    /// Returns the position of a cell of a 2¹⁵ × 2¹⁵ grid along Hilbert's curve.
    static func hilbert(_ column: UInt32, _ row: UInt32) -> UInt64 {
        var x = column
        var y = row
        var position: UInt64 = 0
        var side: UInt32 = 1 << 14
        while side > 0 {
            let right: UInt32 = x & side != 0 ? 1 : 0
            let up: UInt32 = y & side != 0 ? 1 : 0
            position = position << 2 | UInt64((3 &* right) ^ up)
            if up == 0 {
                if right == 1 {
                    x = ~x & 0x7FFF
                    y = ~y & 0x7FFF
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
