/// The comparison of found visits with those that are known to have taken place.
///
/// The labels are assumed to be complete: a found visit that overlaps no label of the same device in the same geofence
/// is false.
package struct LabelComparison: Sendable {
    /// The number of known visits.
    package private(set) var known = 0
    /// The number of known visits that no found visit overlaps.
    package private(set) var missed = 0
    /// The number of found visits that overlap no known one.
    package private(set) var falseVisits = 0
    /// The absolute errors of the starts of the known visits, in milliseconds.
    package private(set) var enterErrors = Distribution()
    /// The absolute errors of their ends; an open end has no error.
    package private(set) var exitErrors = Distribution()

    package init(found: [LabeledVisit], labels: [LabeledVisit]) {
        for pair in VisitMatching(labels, found).pairs {
            known += pair.first.count
            var matched = RangeSet<Int>()
            for (label, range) in zip(pair.first, pair.matches) {
                guard let first = range.first, let last = range.last else {
                    missed += 1
                    continue
                }
                matched.insert(contentsOf: range)
                enterErrors.add(abs(pair.second[first].enter &- label.enter))
                if let exit = label.exit, let found = pair.second[last].exit { exitErrors.add(abs(found &- exit)) }
            }
            falseVisits += pair.second.count - matched.ranges.reduce(0) { $0 + $1.count }
        }
    }
}
