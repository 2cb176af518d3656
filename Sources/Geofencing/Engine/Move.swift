/// The difference between where a device was and where it is, in arrays that are used again and again.
struct Move {
    /// Where it is, ascending by handle.
    var stays: [Stay] = []
    private(set) var exits: [UInt32] = []
    private(set) var enters: [UInt32] = []

    /// Compares former stays with the geofences of now, both ascending; `false` if there is no difference.
    mutating func compare(_ before: [Stay], with hits: borrowing HitList, at time: Int64) -> Bool {
        let before = before.span
        let fences = hits.room.span.extracting(0..<hits.count)
        var same = 0
        while same < min(before.count, fences.count), before[same].fence == fences[same] { same &+= 1 }
        if same == before.count, same == fences.count { return false }
        if !stays.isEmpty { stays.removeAll(keepingCapacity: true) }
        if !exits.isEmpty { exits.removeAll(keepingCapacity: true) }
        if !enters.isEmpty { enters.removeAll(keepingCapacity: true) }
        // Out of `self`, so that they can be written side by side.
        var (exits, enters): ([UInt32], [UInt32]) = ([], [])
        swap(&exits, &self.exits)
        swap(&enters, &self.enters)
        if fences.isEmpty {
            // Nothing is appended: an array without any is one that all threads share, and its count would be written to.
            for position in before.indices { exits.append(before[position].fence) }
        } else {
            stays.append(addingCapacity: fences.count) { stays in
                for position in 0..<same { stays.append(before[position]) }
                var old = same
                for position in same..<fences.count {
                    let fence = fences[position]
                    while old < before.count, before[old].fence < fence {
                        exits.append(before[old].fence)
                        old &+= 1
                    }
                    if old < before.count, before[old].fence == fence {
                        stays.append(before[old])
                        old &+= 1
                    } else {
                        stays.append(Stay(fence: fence, since: time))
                        enters.append(fence)
                    }
                }
                for position in old..<before.count { exits.append(before[position].fence) }
            }
        }
        swap(&exits, &self.exits)
        swap(&enters, &self.enters)
        return true
    }
}
