/// Which visits are there in one evaluation and not in another, or at other times.
///
/// Visits of the same device in the geofence of the same identifier that overlap are the same visit.
package struct VisitDifference: Sendable {
    /// How one visit differs.
    package enum Change: Sendable, Hashable {
        case lost(LabeledVisit)
        case gained(LabeledVisit)
        /// The same visit at other times.
        case moved(LabeledVisit, to: LabeledVisit)

        /// What became of the visit.
        package enum Kind: String, Sendable {
            case lost, gained, moved
        }

        package var kind: Kind {
            switch self {
            case .lost: .lost
            case .gained: .gained
            case .moved: .moved
            }
        }
    }

    /// By device, then geofence, then time.
    package private(set) var changes: [Change] = []
    /// How long all visits of each evaluation lasted, in milliseconds.
    package private(set) var oldInside: Int64 = 0
    package private(set) var newInside: Int64 = 0

    /// - Parameter ends: When each device was last heard of, in milliseconds since 1970: so long its open visits last.
    package init(old: [LabeledVisit], new: [LabeledVisit], ends: [DeviceID: Int64]) {
        for pair in VisitMatching(old, new).pairs {
            let end = ends[pair.device] ?? .min
            oldInside += pair.first.reduce(0) { $0 + $1.length(until: end) }
            newInside += pair.second.reduce(0) { $0 + $1.length(until: end) }
            add(pair)
        }
    }

    private mutating func add(_ pair: VisitMatching.Pair) {
        guard pair.first != pair.second else { return }
        var found: [(enter: Int64, change: Change)] = []
        var matched = Set<Int>()
        var rest: [(LabeledVisit, Range<Int>)] = []
        // What is the same is no other one's, whatever else begins with it.
        for (visit, range) in zip(pair.first, pair.matches) {
            if let same = range.first(where: { pair.second[$0] == visit && !matched.contains($0) }) {
                matched.insert(same)
            } else {
                rest.append((visit, range))
            }
        }
        for (visit, range) in rest {
            // Of several that one visit became, or that became one, the first stands for it.
            guard let first = range.first(where: { !matched.contains($0) }) else {
                found.append((visit.enter, .lost(visit)))
                continue
            }
            matched.insert(first)
            let other = pair.second[first]
            found.append((min(visit.enter, other.enter), .moved(visit, to: other)))
        }
        for (number, visit) in pair.second.enumerated() where !matched.contains(number) {
            found.append((visit.enter, .gained(visit)))
        }
        // No two begin at one time but a lost and a gained one that do not overlap: the lost one first.
        changes += found.enumerated().sorted { ($0.element.enter, $0.offset) < ($1.element.enter, $1.offset) }
            .map(\.element.change)
    }
}

extension VisitDifference.Change {
    /// How much longer the device was inside, in milliseconds; negative for less.
    package func gain(until end: Int64) -> Int64 {
        switch self {
        case .lost(let visit): -visit.length(until: end)
        case .gained(let visit): visit.length(until: end)
        case .moved(let old, let new): new.length(until: end) - old.length(until: end)
        }
    }

    /// The visit as it is, or as it was if it is lost.
    package var visit: LabeledVisit {
        switch self {
        case .lost(let visit), .gained(let visit), .moved(_, let visit): visit
        }
    }
}

extension LabeledVisit {
    /// How long it lasted, in milliseconds; an open one until the given time.
    fileprivate func length(until end: Int64) -> Int64 {
        let end = exit ?? end
        return end > enter ? end &- enter : 0
    }
}
