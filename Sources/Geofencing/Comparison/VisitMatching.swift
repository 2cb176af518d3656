/// The pairing of visits from two lists that are of the same device in the same geofence and overlap in time.
struct VisitMatching {
    /// A device and a geofence with its visits in both lists, each sorted by time of entry.
    struct Pair {
        var device: DeviceID
        var geofence: Geofence.ID
        var first: [LabeledVisit] = []
        var second: [LabeledVisit] = []
    }

    private struct Key: Hashable {
        var device: DeviceID
        var geofence: Geofence.ID
    }

    /// Ordered by device, then geofence.
    let pairs: [Pair]

    init(_ first: [LabeledVisit], _ second: [LabeledVisit]) {
        var byKey: [Key: Pair] = [:]
        let lists: [([LabeledVisit], WritableKeyPath<Pair, _>)] = [(first, \.first), (second, \.second)]
        for (visits, path) in lists {
            for visit in visits {
                let key = Key(device: visit.device, geofence: visit.geofence)
                byKey[key, default: Pair(device: visit.device, geofence: visit.geofence)][keyPath: path].append(visit)
            }
        }
        pairs = byKey.values.map { pair in
            var pair = pair
            for path in [\Pair.first, \.second] {
                pair[keyPath: path].sort { ($0.enter, $0.end) < ($1.enter, $1.end) }
            }
            return pair
        }.sorted { ($0.device, $0.geofence) < ($1.device, $1.geofence) }
    }
}

extension LabeledVisit {
    /// The end of the visit; a visit without an exit lasts forever.
    fileprivate var end: Int64 { exit ?? .max }

    /// Returns whether the visit overlaps a period given in milliseconds since 1970.
    package func overlaps(_ period: ClosedRange<Int64>) -> Bool {
        enter <= period.upperBound && period.lowerBound <= end
    }

    /// Returns whether the two visits overlap in time.
    func overlaps(_ other: LabeledVisit) -> Bool { enter == other.enter || enter < other.end && other.enter < end }
}

extension [LabeledVisit] {
    /// The number of visits that overlap an earlier one of the same device and geofence, which suggests that a visit
    /// was given twice or lost its end.
    package var overlapping: Int {
        VisitMatching(self, []).pairs.reduce(0) { sum, pair in
            var lasting: LabeledVisit?
            return sum
                + pair.first.count { visit in
                    defer { if lasting.map({ $0.end < visit.end }) ?? true { lasting = visit } }
                    return lasting?.overlaps(visit) == true
                }
        }
    }
}

extension VisitMatching.Pair {
    /// For each visit of `first`, the positions in `second` of the visits that it overlaps; if one of them is
    /// identical, only its position.
    ///
    /// - Complexity: O(visits), provided that the visits of one list do not overlap each other.
    var matches: [Range<Int>] {
        var start = 0
        return first.map { visit in
            while start < second.count, !second[start].overlaps(visit), second[start].enter < visit.enter { start += 1 }
            var end = start
            while end < second.count, second[end].overlaps(visit) { end += 1 }
            // Among touching visits, some of zero length, the identical one is the only match.
            let same = (start..<end).first { second[$0].enter == visit.enter && second[$0].exit == visit.exit }
            return same.map { $0..<$0 + 1 } ?? start..<end
        }
    }
}
