internal import CPrefetch

// SAFETY: an array is the address of its buffer. Nothing is read there, and asking for what is not the process's does nothing.

extension DeviceState {
    /// Asks for the memory of the state and the first stays. It waits for where the stays are, but not for how many they are.
    @inline(__always)
    mutating func prefetch() {
        unsafe withUnsafeBytes(of: &memo) { memo in unsafe geofence_prefetch(memo.baseAddress) }
        stays.prefetchBuffer(lines: 6)
    }
}

extension DeviceTrack {
    /// Asks for the memory of the first matter that is open. It waits for where that is.
    @inline(__always)
    mutating func prefetch() { matters.prefetchBuffer(lines: 5) }
}

extension FenceSnapshot {
    /// Asks for the identifier of a geofence, if it is in the base.
    @inline(__always)
    func prefetchID(of handle: UInt32) {
        guard let slot = base.contents.slot(of: handle) else { return }
        unsafe base.contents.table.ids.withUnsafeBufferPointer { ids in
            unsafe geofence_prefetch(ids.baseAddress.map { unsafe UnsafeRawPointer($0 + slot) })
        }
    }
}

extension Array {
    /// Asks for the first cache lines, of 64 bytes each, of where the elements are; the processor sees itself that those behind
    /// them follow.
    @inline(__always)
    fileprivate mutating func prefetchBuffer(lines: UInt) {
        let buffer = unsafe Swift.withUnsafeBytes(of: &self) { array in unsafe array.load(as: UInt.self) }
        for line in 0..<lines { unsafe geofence_prefetch(UnsafeRawPointer(bitPattern: buffer &+ 64 &* line)) }
    }
}
