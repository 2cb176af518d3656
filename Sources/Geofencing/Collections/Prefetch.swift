internal import CPrefetch

// SAFETY: the addresses are those of the elements of an array or a span and of what follows them. Nothing is read
// there, and prefetching an address outside the process's memory has no effect.

extension Array {
    /// Prefetches an element: `lines` cache lines of 64 bytes from its start. Touches no reference count, because it
    /// does not load the address of the elements.
    @inline(__always)
    func prefetch(_ index: Int, lines: UInt = 1) {
        let elements = unsafe unsafeBitCast(self, to: UInt.self) &+ Self.headerSize
        let element = elements &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride)
        for line in 0..<lines { unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: element &+ 64 &* line)) }
    }

    /// The number of bytes before the elements, unless these are aligned to more than 32: type, references, count and
    /// capacity.
    private static var headerSize: UInt { 32 }

    /// Prefetches the first elements without waiting for their count: `lines` cache lines of 64 bytes. The processor
    /// detects by itself that the following elements come next.
    @inline(__always)
    mutating func prefetchBuffer(lines: UInt) {
        let buffer = unsafe Swift.withUnsafeBytes(of: &self) { array in unsafe array.load(as: UInt.self) }
        for line in 0..<lines { unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: buffer &+ 64 &* line)) }
    }
}

extension Span where Element: BitwiseCopyable {
    /// Prefetches an element no larger than a cache line: the lines in which it begins and ends.
    @inline(__always)
    func prefetch(_ index: Int) {
        unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let element = unsafe start + index &* MemoryLayout<Element>.stride
            unsafe geofence_prefetch(element)
            unsafe geofence_prefetch(element + (MemoryLayout<Element>.stride - 1))
        }
    }
}
