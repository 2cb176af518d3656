internal import Geofencing

/// The parts of an explanation that are shown.
struct ExplainedPassages {
    /// Fixes that are shown together, in the order in which they count.
    struct Passage {
        var steps: RangeSet<Int>
        /// The events that the passage is about.
        var transitions: [Transition] = []
        /// Why nothing happened in it; `nil` if something did.
        var miss: NearMiss?
    }

    private(set) var passages: [Passage] = []
    /// Whether runs of similar fixes are shown in full.
    let isComplete: Bool

    /// The number of fixes shown on either side of a time, or of one that came close to an event.
    static let besideTime = 5
    /// The number of fixes shown on either side of those that decided an event.
    private static let besideEvent = 2

    init(_ explanation: Explanation, _ moment: MomentOptions) throws(GeofenceError) {
        isComplete = moment.from != nil || moment.to != nil
        let steps = explanation.steps
        if let event = moment.event {
            passages = [try Self.passage(of: event, in: explanation)]
        } else if let time = moment.at {
            passages = [try Self.passage(around: time, explanation)]
        } else if isComplete {
            passages = [try Self.passage(from: moment.from, to: moment.to, explanation)]
        } else if explanation.transitions.isEmpty {
            try addMiss(explanation, steps.indices)
        } else {
            for index in steps.indices {
                for transition in steps[index].transitions {
                    insert(Self.steps(of: transition, at: index, in: steps), [transition])
                }
            }
            try addOpenVisit(explanation)
        }
    }

    /// Explains why a visit that is open at the end has no EXIT.
    private mutating func addOpenVisit(_ explanation: Explanation) throws(GeofenceError) {
        let steps = explanation.steps
        let enter = steps.lastIndex { step in step.transitions.contains { $0.kind != .dwell } }
        guard case .inside = steps.last?.after, let enter, enter + 1 < steps.count else { return }
        try addMiss(explanation, enter + 1..<steps.count)
    }

    /// Adds the explanation why nothing happened: the first rejected fix that a change would use, and the one that came
    /// closest.
    private mutating func addMiss(_ explanation: Explanation, _ range: Range<Int>) throws(GeofenceError) {
        let miss = try explanation.nearMiss(in: range)
        var place = passages.count - 1
        for step in [miss.rejected, miss.closest].compactMap(\.self).sorted() {
            place = insert(max(0, step - Self.besideTime)..<min(explanation.steps.count, step + Self.besideTime + 1))
        }
        if passages.isEmpty { place = insert(0..<min(explanation.steps.count, Self.besideTime)) }
        passages[place].miss = miss
    }

    /// Adds a passage in its place, merging it with all that it overlaps, and returns its index.
    @discardableResult
    private mutating func insert(_ range: Range<Int>, _ transitions: [Transition] = []) -> Int {
        var passage = Passage(steps: RangeSet(range))
        let start = passages.partitioningIndex { ($0.steps.ranges.last?.upperBound ?? 0) > range.lowerBound }
        let end = passages[start...].firstIndex { $0.steps.isDisjoint(passage.steps) } ?? passages.count
        for other in passages[start..<end] {
            passage.steps.formUnion(other.steps)
            passage.transitions += other.transitions
        }
        passage.transitions += transitions
        passages.replaceSubrange(start..<end, with: CollectionOfOne(passage))
        return start
    }

    private static func passage(of event: String, in explanation: Explanation) throws(GeofenceError) -> Passage {
        for (index, step) in explanation.steps.enumerated() {
            guard let transition = step.transitions.first(where: { $0.id.description == event }) else { continue }
            let range = steps(of: transition, at: index, in: explanation.steps)
            return Passage(steps: RangeSet(range), transitions: [transition])
        }
        let known = explanation.transitions.prefix(5).map { "\($0.id) (\($0.kind.rawValue))" }.joined(separator: ", ")
        throw GeofenceError(
            .invalidIdentifier,
            """
            "\(event.shortened)" is not an event of "\(explanation.device.rawValue.shortened)" in \
            "\(explanation.geofence.id.rawValue.shortened)"
            """,
            recovery: known.isEmpty
                ? "There are no events; leave out --event to see why."
                : "Its events begin with \(known); use the policy and options of the evaluation."
        )
    }

    /// Returns the steps from shortly before the first fix on the new side to shortly after the deciding one.
    private static func steps(of transition: Transition, at index: Int, in steps: [Explanation.Step]) -> Range<Int> {
        var first = index
        let start = transition.interval?.lowerBound ?? transition.time
        while let before = steps[..<first].lastIndex(where: { $0.rejection == nil }), steps[before].countedTime >= start
        {
            first = before
        }
        return max(0, first - besideEvent)..<min(steps.count, index + besideEvent + 1)
    }
}
