internal import CPrefetch

// SAFETY: an array is the address of its buffer. Nothing is read there, and asking for what is not the process's does nothing.

extension DeviceState {
    /// Asks for the memory of the state and the first stays. It waits for where the stays are, but not for how many they are.
    @inline(__always)
    mutating func prefetch() {
        unsafe withUnsafeBytes(of: &memo) { memo in unsafe geofence_prefetch(memo.baseAddress) }
        let buffer = unsafe withUnsafeBytes(of: &stays) { stays in unsafe stays.load(as: UInt.self) }
        for line in 0..<Self.prefetchedLines {
            unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: buffer &+ 64 &* line))
        }
    }

    /// Cache lines of stays, of 64 bytes each; the processor sees itself that those behind them follow.
    private static let prefetchedLines: UInt = 6
}

extension DeviceTrack {
    /// Asks for the memory of what is open; waits for where it is.
    @inline(__always)
    mutating func prefetch() {
        let buffer = unsafe withUnsafeBytes(of: &matters) { matters in unsafe matters.load(as: UInt.self) }
        for line in 0..<Self.prefetchedLines {
            unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: buffer &+ 64 &* line))
        }
    }

    /// Cache lines of what is open, of 64 bytes each: the first matter, and what arrays have before it.
    private static let prefetchedLines: UInt = 5
}
