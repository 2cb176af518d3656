/// Where a device comes in and goes out at one fix: at once where that is little, and otherwise all together, since each by itself
/// would move all stays behind it.
struct StayEdits {
    private var isCollecting = false
    /// Both in ascending order of handle.
    private var gone: [UInt32] = []
    private var new: [Stay] = []

    /// From now on stays remain as they are, until `apply(to:)`.
    mutating func collect() { isCollecting = true }

    /// Takes the stay in a geofence, which is there, out of stays in ascending order of handle; those that were taken out before are
    /// below it.
    @inline(__always)
    mutating func remove(_ fence: UInt32, from stays: inout [Stay]) -> Stay {
        // Few are looked through faster than they are searched.
        guard isCollecting else { return stays.remove(at: stays.firstIndex { $0.fence >= fence } ?? stays.count) }
        gone.append(fence)
        return stays[stays.partitioningIndex { $0.fence >= fence }]
    }

    /// Puts a stay into stays in ascending order of handle, in none of which it is; those that were put there before are below it.
    @inline(__always)
    mutating func insert(_ stay: Stay, into stays: inout [Stay]) {
        if isCollecting {
            new.append(stay)
        } else {
            stays.insert(stay, at: stays.firstIndex { $0.fence >= stay.fence } ?? stays.count)
        }
    }

    /// Does what was collected, and collects no more.
    ///
    /// - Complexity: O(stays).
    mutating func apply(to stays: inout [Stay]) {
        isCollecting = false
        var merged: [Stay] = []
        merged.reserveCapacity(stays.count - gone.count + new.count)
        var (left, entered) = (0, 0)
        for stay in stays {
            while entered < new.count, new[entered].fence < stay.fence {
                merged.append(new[entered])
                entered += 1
            }
            if left < gone.count, gone[left] == stay.fence { left += 1 } else { merged.append(stay) }
        }
        merged += new[entered...]
        stays = merged
        (gone, new) = ([], [])
    }
}
