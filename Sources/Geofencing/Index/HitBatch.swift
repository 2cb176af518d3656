// SAFETY: `add` makes the room that it promises before it passes out pointers, which do not outlive its closure.

/// The answers for many points, one after another, in arrays that are reused.
package struct HitBatch: Sendable {
    /// The slots of all answers in turn; those after the last end are meaningless.
    package private(set) var slots: [UInt32] = []

    /// For each point, the end of its slots.
    package private(set) var ends: [Int] = []

    package init() {}

    /// The number of points looked up.
    package var count: Int { ends.count }

    /// The range of a point's slots.
    package subscript(index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Returns the slots of a point in ascending order.
    package func hits(of index: Int) -> ArraySlice<UInt32> { slots[self[index]] }

    package mutating func removeAll() { ends.removeAll(keepingCapacity: true) }

    /// Appends the answer for one more point.
    mutating func append(_ hits: borrowing HitList) {
        let used = ends.last ?? 0
        slots.replaceSubrange(used..., with: hits.room[..<hits.count])
        ends.append(slots.count)
    }

    /// Appends the answer for one more point that nothing covers.
    mutating func appendNone() { ends.append(ends.last ?? 0) }

    /// Lets `write` append the answers for `places` more points, with room for `room` slots.
    ///
    /// `write` receives a pointer to where the next slots go, the number of slots before them, and a pointer to where
    /// the ends go.
    mutating func add(
        places: Int,
        room: Int,
        _ write: (UnsafeMutablePointer<UInt32>, Int, UnsafeMutablePointer<Int>) -> Void
    ) {
        let used = ends.last ?? 0
        if slots.count < used + room {
            slots.append(contentsOf: repeatElement(0, count: max(used + room - slots.count, slots.count / 2)))
        }
        let known = ends.count
        ends.append(contentsOf: repeatElement(used, count: places))
        unsafe slots.withUnsafeMutableBufferPointer { slots in
            unsafe ends.withUnsafeMutableBufferPointer { ends in
                guard let slot = slots.baseAddress, let end = ends.baseAddress else { return }
                unsafe write(slot + used, used, end + known)
            }
        }
    }
}
