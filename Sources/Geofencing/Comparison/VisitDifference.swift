/// The visits that are in only one of two evaluations, or that differ in time.
///
/// Overlapping visits of the same device in geofences with the same identifier count as the same visit.
package struct VisitDifference: Sendable {
    /// The difference of one visit.
    package enum Change: Sendable, Hashable {
        case lost(LabeledVisit)
        case gained(LabeledVisit)
        /// The same visit with other times.
        case moved(LabeledVisit, to: LabeledVisit)

        /// What happened to the visit.
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

    /// Ordered by device, then geofence, then time.
    package private(set) var changes: [Change] = []
    /// The total duration of all visits of each evaluation, in milliseconds.
    package private(set) var oldInside: Int64 = 0
    package private(set) var newInside: Int64 = 0

    /// - Parameter ends: The time at which each device was last heard from, in milliseconds since 1970; its open visits
    ///   last until then.
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
        // An identical visit matches no other, whatever else begins at the same time.
        let same = pair.identical
        var isMatched = Array(repeating: false, count: pair.second.count)
        for number in same.compactMap(\.self) { isMatched[number] = true }
        var next = 0
        for (number, range) in pair.overlaps.enumerated() where same[number] == nil {
            let visit = pair.first[number]
            // Of several visits that one was split into, or that were merged into one, the first represents it. The
            // ranges begin in ascending order.
            next = max(next, range.lowerBound)
            while next < range.upperBound, isMatched[next] { next += 1 }
            guard next < range.upperBound else {
                found.append((visit.enter, .lost(visit)))
                continue
            }
            isMatched[next] = true
            let other = pair.second[next]
            found.append((min(visit.enter, other.enter), .moved(visit, to: other)))
        }
        for (visit, isMatched) in zip(pair.second, isMatched) where !isMatched {
            found.append((visit.enter, .gained(visit)))
        }
        // Only a lost and a gained visit that do not overlap can begin at the same time: the lost one comes first.
        changes += found.enumerated().sorted { ($0.element.enter, $0.offset) < ($1.element.enter, $1.offset) }
            .map(\.element.change)
    }
}

extension VisitDifference.Change {
    /// Returns by how many milliseconds the device's time inside grew; negative if it shrank.
    package func gain(until end: Int64) -> Int64 {
        switch self {
        case .lost(let visit): -visit.length(until: end)
        case .gained(let visit): visit.length(until: end)
        case .moved(let old, let new): new.length(until: end) - old.length(until: end)
        }
    }

    /// The visit as it is now, or as it was if it is lost.
    package var visit: LabeledVisit {
        switch self {
        case .lost(let visit), .gained(let visit), .moved(_, let visit): visit
        }
    }
}

extension LabeledVisit {
    /// Returns how long the visit lasted, in milliseconds; an open one lasts until the given time.
    fileprivate func length(until end: Int64) -> Int64 {
        let end = exit ?? end
        return end > enter ? end &- enter : 0
    }
}
