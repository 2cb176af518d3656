/// How visits that were found compare with those that are known to have taken place.
///
/// The labels are taken as complete: a visit that overlaps none of the same device in the same geofence is false.
package struct LabelComparison: Sendable {
    /// How many visits are known.
    package private(set) var known = 0
    /// Those of them that no visit found overlaps.
    package private(set) var missed = 0
    /// Visits found that overlap none that is known.
    package private(set) var falseVisits = 0
    /// By how many milliseconds the beginnings of the known visits are off, either way.
    package private(set) var enterErrors = Distribution()
    /// The same of their ends; an open end has no error.
    package private(set) var exitErrors = Distribution()

    package init(found: [LabeledVisit], labels: [LabeledVisit]) {
        for pair in VisitMatching(labels, found).pairs {
            known += pair.first.count
            var matched = Set<Int>()
            for (label, range) in zip(pair.first, pair.matches) {
                guard let first = range.first, let last = range.last else {
                    missed += 1
                    continue
                }
                matched.formUnion(range)
                enterErrors.add(abs(pair.second[first].enter &- label.enter))
                if let exit = label.exit, let found = pair.second[last].exit { exitErrors.add(abs(found &- exit)) }
            }
            falseVisits += pair.second.count - matched.count
        }
    }
}
