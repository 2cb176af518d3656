internal import CPrefetch

// SAFETY: the addresses are those of elements of arrays. Nothing is read there, and asking for what is not the process's does
// nothing.

extension BoundaryTree {
    /// Asks for the memory that measuring a geofence reads first.
    @inline(__always)
    func prefetch(_ slot: Int) {
        unsafe extents.withUnsafeBytes { unsafe Self.prefetch($0, slot * MemoryLayout<Extent>.stride) }
        unsafe shapes.withUnsafeBytes { unsafe Self.prefetch($0, slot * MemoryLayout<Shape>.stride) }
    }

    /// Asks for two cache lines of 64 bytes from an offset on.
    @inline(__always)
    private static func prefetch(_ bytes: UnsafeRawBufferPointer, _ offset: Int) {
        for line in 0..<2 { unsafe geofence_prefetch(bytes.baseAddress.map { unsafe $0 + offset + 64 * line }) }
    }
}
