// SAFETY: `add` makes the room that it promises before it passes out pointers, which do not outlive its closure.

/// The answers for many points, one after another, in arrays that are reused: geofences by slot or handle, as in a
/// `HitList`.
package struct HitBatch: Sendable {
    /// The geofences of all answers in turn; those after the last end are meaningless.
    private(set) var fences: [UInt32] = []

    /// For each point, the end of its geofences.
    private(set) var ends: [Int] = []

    package init() {}

    /// The number of points looked up.
    var count: Int { ends.count }

    /// The range of a point's geofences.
    subscript(index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Returns the geofences of a point in ascending order.
    package func hits(of index: Int) -> ArraySlice<UInt32> { fences[self[index]] }

    mutating func removeAll() { ends.removeAll(keepingCapacity: true) }

    /// Appends the answer for one more point.
    mutating func append(_ hits: borrowing HitList) {
        let used = ends.last ?? 0
        fences.replaceSubrange(used..., with: hits.room[..<hits.count])
        ends.append(fences.count)
    }

    /// Appends the answer for one more point that nothing covers.
    mutating func appendNone() { ends.append(ends.last ?? 0) }

    /// Lets `write` append the answers for `places` more points, with room for `room` geofences.
    ///
    /// `write` receives a pointer to where the next geofences go, the number of those before them, and a pointer to
    /// where the ends go.
    mutating func add(
        places: Int,
        room: Int,
        _ write: (UnsafeMutablePointer<UInt32>, Int, UnsafeMutablePointer<Int>) -> Void
    ) {
        let used = ends.last ?? 0
        if fences.count < used + room {
            fences.append(contentsOf: repeatElement(0, count: max(used + room - fences.count, fences.count / 2)))
        }
        let known = ends.count
        ends.append(contentsOf: repeatElement(used, count: places))
        unsafe fences.withUnsafeMutableBufferPointer { fences in
            unsafe ends.withUnsafeMutableBufferPointer { ends in
                guard let fence = fences.baseAddress, let end = ends.baseAddress else { return }
                unsafe write(fence + used, used, end + known)
            }
        }
    }
}
