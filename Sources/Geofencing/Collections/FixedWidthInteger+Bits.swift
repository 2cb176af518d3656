extension FixedWidthInteger {
    /// Clears the lowest set bit and returns its index; `nil` if none is set.
    @inline(__always)
    mutating func takeLowestBit() -> Int? {
        guard self != 0 else { return nil }
        defer { self &= self &- 1 }
        return trailingZeroBitCount
    }
}
