/// The pairing of visits from two lists that are of the same device in the same geofence and overlap in time.
struct VisitMatching {
    /// A device and a geofence with its visits in both lists, each sorted by enter, then by exit.
    struct Pair {
        var device: DeviceID
        var geofence: Geofence.ID
        var first: [LabeledVisit] = []
        var second: [LabeledVisit] = []

        fileprivate init(of visit: LabeledVisit) {
            device = visit.device
            geofence = visit.geofence
        }
    }

    private struct Key: Hashable {
        let device: DeviceID
        let geofence: Geofence.ID

        init(_ visit: LabeledVisit) {
            device = visit.device
            geofence = visit.geofence
        }
    }

    /// Ordered by device, then geofence.
    let pairs: [Pair]

    init(_ first: [LabeledVisit], _ second: [LabeledVisit]) {
        var byKey: [Key: Pair] = [:]
        for visit in first { byKey[Key(visit), default: Pair(of: visit)].first.append(visit) }
        for visit in second { byKey[Key(visit), default: Pair(of: visit)].second.append(visit) }
        pairs = byKey.values.map { pair in
            var pair = pair
            pair.first.sort { $0.precedes($1) }
            pair.second.sort { $0.precedes($1) }
            return pair
        }
        .sorted { ($0.device, $0.geofence) < ($1.device, $1.geofence) }
    }
}

extension LabeledVisit {
    /// The end of the visit; a visit without an exit lasts forever.
    fileprivate var end: Int64 { exit ?? .max }

    /// The order of the visits of one device in one geofence: by their beginnings, then by their ends.
    fileprivate func precedes(_ other: LabeledVisit) -> Bool { (enter, end) < (other.enter, other.end) }

    /// Returns whether the visit overlaps a period given in milliseconds since 1970.
    package func overlaps(_ period: ClosedRange<Int64>) -> Bool {
        enter <= period.upperBound && period.lowerBound <= end
    }

    /// Returns whether the two visits overlap in time.
    func overlaps(_ other: LabeledVisit) -> Bool { enter == other.enter || enter < other.end && other.enter < end }
}

extension [LabeledVisit] {
    /// The number of visits that begin before an earlier one of the same device and geofence has ended, which suggests
    /// that a visit was given twice or lost its end.
    package var overlapping: Int {
        VisitMatching(self, []).pairs.reduce(0) { sum, pair in
            var lasting: LabeledVisit?
            return sum
                + pair.first.count { visit in
                    defer { if lasting.map({ $0.end < visit.end }) ?? true { lasting = visit } }
                    return lasting.map { visit.enter < $0.end } ?? false
                }
        }
    }
}

extension VisitMatching.Pair {
    /// For each visit of `first`, the positions in `second` of the visits that it overlaps, in ranges that begin in
    /// ascending order.
    ///
    /// - Complexity: O(visits), provided that the visits of one list do not overlap each other.
    var overlaps: [Range<Int>] {
        var start = 0
        return first.map { visit in
            while start < second.count, !second[start].overlaps(visit), second[start].enter < visit.enter { start += 1 }
            var end = start
            while end < second.count, second[end].overlaps(visit) { end += 1 }
            return start..<end
        }
    }

    /// For each visit of `first`, the positions in `second` of the visits that it overlaps; if some of them are
    /// identical, only theirs.
    var matches: [Range<Int>] {
        zip(first, overlaps).map { visit, range in
            // Among touching visits, some of zero length, the identical ones are the only matches.
            let start = range.partitioningIndex { !second[$0].precedes(visit) }
            let same = start..<range[start...].partitioningIndex { visit.precedes(second[$0]) }
            return same.isEmpty ? range : same
        }
    }

    /// For each visit of `first`, the position in `second` of an identical one, each of which is given once.
    ///
    /// - Complexity: O(visits).
    var identical: [Int?] {
        var next = 0
        return first.map { visit in
            while next < second.count, second[next].precedes(visit) { next += 1 }
            guard next < second.count, !visit.precedes(second[next]) else { return nil }
            defer { next += 1 }
            return next
        }
    }
}
