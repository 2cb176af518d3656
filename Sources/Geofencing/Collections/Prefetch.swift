internal import CPrefetch

// SAFETY: the addresses are those of an array's or a span's elements and what follows them. Nothing is read there, and asking for what is not the
// process's does nothing.

extension Array {
    /// Asks for the memory of an element: cache lines of 64 bytes from where it starts. Counts no reference, as it does not read where the
    /// elements are.
    @inline(__always)
    func prefetch(_ index: Int, lines: UInt = 1) {
        let elements = unsafe unsafeBitCast(self, to: UInt.self) &+ Self.headerSize
        let element = elements &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride)
        for line in 0..<lines { unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: element &+ 64 &* line)) }
    }

    /// The bytes before the elements, unless these are aligned to more than 32: type, references, count and capacity.
    private static var headerSize: UInt { 32 }

    /// Asks for the memory of the first elements without waiting for how many there are: cache lines of 64 bytes. The processor
    /// sees itself that those behind them follow.
    @inline(__always)
    mutating func prefetchBuffer(lines: UInt) {
        let buffer = unsafe Swift.withUnsafeBytes(of: &self) { array in unsafe array.load(as: UInt.self) }
        for line in 0..<lines { unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: buffer &+ 64 &* line)) }
    }
}

extension Span where Element: BitwiseCopyable {
    /// Asks for the memory of an element no larger than a cache line: the lines that it begins and ends in.
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
