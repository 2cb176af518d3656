/// Where the geofences of a device differ from those that it was in before, both ascending.
struct StayChange {
    /// How many are the same before the first that differs.
    let first: Int
    /// Behind the last that differs, of those before and of those now.
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
    @inline(__always) var isOneExit: Bool { end == first &+ 1 && newEnd == first }
    /// Whether a single geofence was entered, and nothing else happened.
    @inline(__always) var isOneEnter: Bool { end == first && newEnd == first &+ 1 }
}

/// What a device left and entered, and where it is then, in lists that are used again and again.
struct Move {
    /// Where it is, ascending by handle.
    var stays: [Stay] = []
    private(set) var exits = HitList()
    private(set) var enters = HitList()

    /// Goes through what differs between former stays and the geofences of now.
    mutating func follow(
        _ change: StayChange,
        from before: Span<Stay>,
        to hits: borrowing HitList,
        at time: Int64,
        cause: Transition.Cause
    ) {
        exits.removeAll()
        enters.removeAll()
        if !stays.isEmpty { stays.removeAll(keepingCapacity: true) }
        // Nothing is appended: an array without any is one that all threads share, and its count would be written to.
        guard !hits.isEmpty else {
            for position in before.indices { exits.append(before[position].fence) }
            return
        }
        let fences = hits.room.span.extracting(0..<hits.count)
        Self.merge(change, before, fences, time, cause, &stays, &exits, &enters)
    }

    private static func merge(
        _ change: StayChange,
        _ before: Span<Stay>,
        _ fences: Span<UInt32>,
        _ time: Int64,
        _ cause: Transition.Cause,
        _ stays: inout [Stay],
        _ exits: inout HitList,
        _ enters: inout HitList
    ) {
        // Most geofences stay, so they are copied a stretch at a time.
        stays.append(addingCapacity: fences.count) { stays in
            var (old, copied) = (change.first, 0)
            for position in change.first..<change.newEnd {
                let fence = fences[position]
                while old < change.end, before[old].fence < fence {
                    stays.append(copying: before.extracting(copied..<old))
                    exits.append(before[old].fence)
                    old &+= 1
                    copied = old
                }
                if old < change.end, before[old].fence == fence {
                    old &+= 1
                } else {
                    stays.append(copying: before.extracting(copied..<old))
                    copied = old
                    stays.append(Stay(fence: fence, cause: cause, since: time))
                    enters.append(fence)
                }
            }
            stays.append(copying: before.extracting(copied..<old))
            for position in old..<change.end { exits.append(before[position].fence) }
            stays.append(copying: before.extracting(change.end..<before.count))
        }
    }
}
