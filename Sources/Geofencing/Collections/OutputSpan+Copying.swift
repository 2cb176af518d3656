// SAFETY: the copied elements belong to a span or are lent by the caller for the duration of the call, and the space
// they go to is checked to be there.

extension OutputSpan where Element: BitwiseCopyable {
    /// Appends all elements of a span.
    @inline(__always)
    mutating func append(copying elements: Span<Element>) {
        unsafe elements.withUnsafeBufferPointer { elements in unsafe append(copying: elements) }
    }

    /// Appends all elements of a buffer.
    @inline(__always)
    mutating func append(copying elements: UnsafeBufferPointer<Element>) {
        precondition(elements.count <= freeCapacity, "There must be room for the appended elements.")
        unsafe withUnsafeMutableBufferPointer { room, count in
            _ = unsafe room.extracting(count...).initialize(fromContentsOf: elements)
            count += elements.count
        }
    }
}
