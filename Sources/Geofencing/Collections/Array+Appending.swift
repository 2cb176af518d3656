// SAFETY: the span covers temporary memory of the given capacity; exactly the elements that it holds in the end are
// copied to the array and destroyed.

#if compiler(<6.3)
extension Array {
    /// Appends what `body` writes into space for `capacity` elements. Swift's own library can do that from 6.3 on, in
    /// the array's memory; this does it by way of temporary memory, which is on the stack if it is small.
    @inline(__always)
    mutating func append(addingCapacity capacity: Int, initializingWith body: (inout OutputSpan<Element>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: capacity) { room in
            var span = unsafe OutputSpan(buffer: room, initializedCount: 0)
            body(&span)
            let written = unsafe room.extracting(..<span.finalize(for: room))
            unsafe append(contentsOf: written)
            unsafe written.deinitialize()
        }
    }
}
#endif
