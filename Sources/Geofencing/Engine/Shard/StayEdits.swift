/// The changes to a device's stays at one fix: applied at once if there are few, otherwise all together, because each
/// one alone would move all stays after it.
struct StayEdits {
    private var isCollecting = false
    /// Both in ascending order of handle.
    private var gone: [UInt32] = []
    private var new: [Stay] = []

    /// Starts to collect changes: from now on stays are not modified until `apply(to:)`.
    mutating func collect() { isCollecting = true }

    /// Removes and returns the stay in a geofence, which must be present in `stays`, in ascending order of handle;
    /// stays removed before must have lower handles.
    @inline(__always)
    mutating func remove(_ fence: UInt32, from stays: inout [Stay]) -> Stay {
        // For a few stays, a linear search is faster than a binary one.
        guard isCollecting else { return stays.remove(at: stays.firstIndex { $0.fence >= fence } ?? stays.count) }
        gone.append(fence)
        return stays[stays.partitioningIndex { $0.fence >= fence }]
    }

    /// Inserts a stay, for a geofence that has none yet, into stays in ascending order of handle; stays inserted before
    /// must have lower handles.
    @inline(__always)
    mutating func insert(_ stay: Stay, into stays: inout [Stay]) {
        if isCollecting {
            new.append(stay)
        } else {
            stays.insert(stay, at: stays.firstIndex { $0.fence >= stay.fence } ?? stays.count)
        }
    }

    /// Applies the collected changes and stops collecting.
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
