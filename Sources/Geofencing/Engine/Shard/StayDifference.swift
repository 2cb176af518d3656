/// The range in which the geofences of a device differ from those that it was in before, both ascending.
struct StayDifference {
    /// The number of equal geofences before the first that differs.
    let first: Int
    /// The positions after the last that differs: `end` among those before and `newEnd` among those now.
    let end: Int
    let newEnd: Int

    @inline(__always)
    init(from stays: Span<Stay>, to hits: borrowing HitList) {
        let fences = hits.room.span.extracting(0..<hits.count)
        var first = 0
        let least = min(stays.count, fences.count)
        while first < least, stays[first].fence == fences[first] { first &+= 1 }
        var (end, newEnd) = (stays.count, fences.count)
        while end > first, newEnd > first, stays[end &- 1].fence == fences[newEnd &- 1] {
            end &-= 1
            newEnd &-= 1
        }
        self.first = first
        self.end = end
        self.newEnd = newEnd
    }

    @inline(__always) var isNone: Bool { end == first && newEnd == first }
    /// Whether a single geofence was left, and nothing else happened.
    @inline(__always) var isSingleExit: Bool { end == first &+ 1 && newEnd == first }
    /// Whether a single geofence was entered, and nothing else happened.
    @inline(__always) var isSingleEnter: Bool { end == first && newEnd == first &+ 1 }
}
