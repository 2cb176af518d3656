/// Which geofences cover each of several places: the handles of one place after those of another, in flat arrays that are
/// used again and again.
package struct LocatedPlaces: Sendable {
    /// For each place, the number of handles up to its last.
    package private(set) var ends: [Int] = []

    /// The handles of all places in turn; those of one place ascend.
    package private(set) var fences: [UInt32] = []

    package init() {}

    /// The handles of the geofences that cover the place of this number.
    package subscript(place: Int) -> ArraySlice<UInt32> {
        fences[(place == 0 ? 0 : ends[place - 1])..<ends[place]]
    }

    mutating func removeAll() {
        ends.removeAll(keepingCapacity: true)
        fences.removeAll(keepingCapacity: true)
    }

    mutating func append(_ hits: borrowing HitList) {
        fences.append(contentsOf: hits.slots)
        ends.append(fences.count)
    }

    /// Repeats the last place's answer.
    mutating func appendNone() { ends.append(fences.count) }
}
