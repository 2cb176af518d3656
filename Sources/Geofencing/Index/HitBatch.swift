// SAFETY: `add` makes the room that it promises before it hands out pointers, which do not outlive its closure.

/// The answers for many places, one after another, in arrays that are used again and again.
package struct HitBatch: Sendable {
    /// The slots of all answers in turn; those behind the last end mean nothing.
    package private(set) var slots: [UInt32] = []

    /// For each place, where its slots end.
    package private(set) var ends: [Int] = []

    package init() {}

    /// How many places were asked about.
    package var count: Int { ends.count }

    /// Where the slots of a place are.
    package subscript(place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }

    /// The slots of a place, ascending.
    package func hits(of place: Int) -> ArraySlice<UInt32> { slots[self[place]] }

    package mutating func removeAll() { ends.removeAll(keepingCapacity: true) }

    /// Adds the answer for one more place.
    mutating func append(_ hits: borrowing HitList) {
        let used = ends.last ?? 0
        slots.replaceSubrange(used..., with: hits.room[..<hits.count])
        ends.append(slots.count)
    }

    /// Adds the answer that nothing covers one more place.
    mutating func appendNone() { ends.append(ends.last ?? 0) }

    /// Lets `write` add the answers of `places` more places, with room for `room` slots.
    ///
    /// `write` gets where the next slots go, how many there are before, and where the ends go.
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
