/// The geofences that a device left and entered, and those it is in afterwards, in reusable lists.
struct PresenceChange {
    /// The geofences that the device is in, ascending by handle.
    var stays: [Stay] = []
    private(set) var exits = HitList()
    private(set) var enters = HitList()

    /// Sets this to the difference between the previous stays and the geofences that cover the device now.
    mutating func make(
        _ change: StayDifference,
        from before: Span<Stay>,
        to hits: borrowing HitList,
        at time: Int64,
        cause: Transition.Cause
    ) {
        exits.removeAll()
        enters.removeAll()
        if !stays.isEmpty { stays.removeAll(keepingCapacity: true) }
        // Nothing is appended here: all threads share the empty array, whose reference count would be written to.
        guard !hits.isEmpty else {
            for position in before.indices { exits.append(before[position].fence) }
            return
        }
        let fences = hits.room.span.extracting(0..<hits.count)
        Self.merge(change, before, fences, time, cause, &stays, &exits, &enters)
    }

    private static func merge(
        _ change: StayDifference,
        _ before: Span<Stay>,
        _ fences: Span<UInt32>,
        _ time: Int64,
        _ cause: Transition.Cause,
        _ stays: inout [Stay],
        _ exits: inout HitList,
        _ enters: inout HitList
    ) {
        // Most geofences stay the same, so they are copied in runs.
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
