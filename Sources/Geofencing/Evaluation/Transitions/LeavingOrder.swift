/// Among a device's transitions at one time, puts EXITs before transitions of other geofences.
///
/// An EXIT that was decided later than an ENTER at the same time comes before it, unless it ends that very visit. Muted
/// transitions do not affect the order of the others: an EXIT may come before the ENTER of its own visit if that is
/// muted.
enum LeavingOrder {
    /// Sorts transitions of one time, grouped by device.
    ///
    /// - Complexity: O(transitions).
    static func apply(to records: inout [TransitionRecord], _ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            while end < range.upperBound, records[end].device == records[start].device { end += 1 }
            moveBack(&records, start..<end)
            start = end
        }
    }

    /// Sorts the transitions of one device in two passes: finds where each EXIT goes, then moves all of them there. If
    /// none comes after anything else, as is usual, nothing is done.
    private static func moveBack(_ records: inout [TransitionRecord], _ range: Range<Int>) {
        guard let first = range.first(where: { !isExit(records[$0]) }),
            let last = range.last(where: { isExit(records[$0]) }),
            first < last
        else { return }
        // For each geofence, the position after its last transition so far that is not an EXIT.
        var ends: [UInt32: Int] = [:]
        var exits: [(record: TransitionRecord, place: Int)] = []
        var place = first
        for index in first...last where !records[index].isMuted {
            if isExit(records[index]) {
                place = max(place, ends[records[index].fence] ?? place)
                exits.append((records[index], place))
            } else {
                ends[records[index].fence] = index + 1
            }
        }
        // From the end, so that nothing is overwritten that is still to be moved.
        var (source, target) = (last + 1, last + 1)
        for exit in exits.reversed() {
            while source > exit.place {
                source -= 1
                if isExit(records[source]) { continue }
                target -= 1
                records[target] = records[source]
            }
            target -= 1
            records[target] = exit.record
        }
    }

    private static func isExit(_ record: TransitionRecord) -> Bool { record.kind == .exit && !record.isMuted }
}
