extension FixedWidthInteger {
    /// Takes the lowest of the bits that are set away, and gives its number; `nil` if none is.
    @inline(__always)
    mutating func takeLowestBit() -> Int? {
        guard self != 0 else { return nil }
        defer { self &= self &- 1 }
        return trailingZeroBitCount
    }
}
