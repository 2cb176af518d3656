/// Which visits of two lists are of one device in one geofence and overlap in time.
struct VisitMatching {
    /// A device and a geofence, with its visits in both lists, each by time of entering.
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

    /// By device, then geofence.
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
    /// When it ends; a visit without an exit goes on for ever.
    fileprivate var end: Int64 { exit ?? .max }

    /// Whether it has some time in common with a period, in milliseconds since 1970.
    package func overlaps(_ period: ClosedRange<Int64>) -> Bool {
        enter <= period.upperBound && period.lowerBound <= end
    }

    /// Whether the two have some time in common.
    func overlaps(_ other: LabeledVisit) -> Bool { enter == other.enter || enter < other.end && other.enter < end }
}

extension [LabeledVisit] {
    /// How many overlap an earlier one of their device and geofence, as if one were given twice or had lost its end.
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
    /// For each visit of `first` those of `second` that it overlaps, as positions; where one of them is the same, that one.
    ///
    /// - Complexity: O(visits), as long as those of one list do not overlap each other.
    var matches: [Range<Int>] {
        var start = 0
        return first.map { visit in
            while start < second.count, !second[start].overlaps(visit), second[start].enter < visit.enter { start += 1 }
            var end = start
            while end < second.count, second[end].overlaps(visit) { end += 1 }
            // Of visits that touch, some of no length, the same one is the only one.
            let same = (start..<end).first { second[$0].enter == visit.enter && second[$0].exit == visit.exit }
            return same.map { $0..<$0 + 1 } ?? start..<end
        }
    }
}
