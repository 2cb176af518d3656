/// Of the transitions at one time EXITs come before what else happened in other geofences.
///
/// An EXIT that was decided later than an ENTER at the same time comes before it, unless it ends that very visit. What is muted
/// changes nothing in the order of what is not: an EXIT may come before the ENTER of its own visit if that is muted.
enum LeavingOrder {
    /// Brings transitions of one time, device after device, into order.
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

    /// Of one device, in two passes: where each EXIT goes, and then all of them there. Where none is behind anything else, which is
    /// the rule, nothing is done.
    private static func moveBack(_ records: inout [TransitionRecord], _ range: Range<Int>) {
        guard let first = range.first(where: { !isExit(records[$0]) }),
            let last = range.last(where: { isExit(records[$0]) }),
            first < last
        else { return }
        // For each geofence the place behind its last transition so far that is no EXIT.
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
