/// The difference between where a device was and where it is, in lists that are used again and again.
struct Move {
    /// Where it is, ascending by handle.
    var stays: [Stay] = []
    private(set) var exits = HitList()
    private(set) var enters = HitList()

    /// Compares former stays with the geofences of now, both ascending; `false` if there is no difference.
    @inline(__always)
    mutating func compare(_ before: [Stay], with hits: borrowing HitList, at time: Int64) -> Bool {
        let old = before.span
        let fences = hits.room.span.extracting(0..<hits.count)
        var same = 0
        while same < min(old.count, fences.count), old[same].fence == fences[same] { same &+= 1 }
        if same == old.count, same == fences.count { return false }
        Self.compare(old, fences, from: same, at: time, &stays, &exits, &enters)
        return true
    }

    /// Compares what differs from one position on.
    private static func compare(
        _ before: Span<Stay>,
        _ fences: Span<UInt32>,
        from same: Int,
        at time: Int64,
        _ stays: inout [Stay],
        _ exits: inout HitList,
        _ enters: inout HitList
    ) {
        exits.removeAll()
        enters.removeAll()
        if !stays.isEmpty { stays.removeAll(keepingCapacity: true) }
        // Nothing is appended: an array without any is one that all threads share, and its count would be written to.
        guard !fences.isEmpty else {
            for position in before.indices { exits.append(before[position].fence) }
            return
        }
        // Most often one geofence of many differs, so that what stays before it and behind it is copied as it is.
        var (end, fencesEnd) = (before.count, fences.count)
        while end > same, fencesEnd > same, before[end &- 1].fence == fences[fencesEnd &- 1] {
            end &-= 1
            fencesEnd &-= 1
        }
        stays.append(addingCapacity: fences.count) { stays in
            var (old, copied) = (same, 0)
            for position in same..<fencesEnd {
                let fence = fences[position]
                while old < end, before[old].fence < fence {
                    stays.append(copying: before.extracting(copied..<old))
                    exits.append(before[old].fence)
                    old &+= 1
                    copied = old
                }
                if old < end, before[old].fence == fence {
                    old &+= 1
                } else {
                    stays.append(copying: before.extracting(copied..<old))
                    copied = old
                    stays.append(Stay(fence: fence, since: time))
                    enters.append(fence)
                }
            }
            stays.append(copying: before.extracting(copied..<old))
            for position in old..<end { exits.append(before[position].fence) }
            stays.append(copying: before.extracting(end..<before.count))
        }
    }
}
