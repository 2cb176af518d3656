/// The difference between where a device was and where it is, in arrays that are used again and again.
struct Move {
    /// Where it is, ascending by handle.
    var stays: [Stay] = []
    private(set) var exits: [UInt32] = []
    private(set) var enters: [UInt32] = []

    /// Compares former stays with the geofences of now, both ascending; `false` if there is no difference.
    mutating func compare(_ before: [Stay], with fences: [UInt32], at time: Int64) -> Bool {
        if before.count == fences.count, zip(before, fences).allSatisfy({ $0.fence == $1 }) { return false }
        stays.removeAll(keepingCapacity: true)
        exits.removeAll(keepingCapacity: true)
        enters.removeAll(keepingCapacity: true)
        var old = 0
        for fence in fences {
            while old < before.count, before[old].fence < fence {
                exits.append(before[old].fence)
                old += 1
            }
            if old < before.count, before[old].fence == fence {
                stays.append(before[old])
                old += 1
            } else {
                stays.append(Stay(fence: fence, since: time))
                enters.append(fence)
            }
        }
        for stay in before[old...] { exits.append(stay.fence) }
        return true
    }
}
