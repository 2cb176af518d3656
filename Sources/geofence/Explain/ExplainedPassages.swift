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

    /// The number of fixes shown on either side of a time.
    private static let around = 5
    /// The number of fixes shown on either side of those that decided an event.
    private static let beside = 2

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
                    let range = Self.steps(of: transition, at: index, in: steps)
                    add(Passage(steps: RangeSet(range), transitions: [transition]))
                }
            }
            try addOpenVisit(explanation)
        }
    }

    /// Returns when each step arrived, in ascending order. The time of an unused fix may be arbitrary, but the fix
    /// arrived no later than the next one that counts.
    private static func times(of steps: [Explanation.Step]) -> [Timestamp] {
        var latest = steps.map(\.countedTime)
        for index in steps.indices.dropLast().reversed() where steps[index].rejection != nil {
            latest[index] = min(latest[index], latest[index + 1])
        }
        for index in steps.indices.dropFirst() { latest[index] = max(latest[index], latest[index - 1]) }
        return latest
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
            place = insert(max(0, step - Self.around)..<min(explanation.steps.count, step + Self.around + 1))
        }
        if passages.isEmpty { place = insert(0..<min(explanation.steps.count, Self.around)) }
        passages[place].miss = miss
    }

    /// Adds a passage in its place, merging it with all that it overlaps, and returns its index.
    private mutating func insert(_ range: Range<Int>) -> Int {
        var passage = Passage(steps: RangeSet(range))
        let following = passages.firstIndex { ($0.steps.ranges.last?.upperBound ?? 0) > range.lowerBound }
        let start = following ?? passages.count
        let end = passages[start...].firstIndex { $0.steps.isDisjoint(passage.steps) } ?? passages.count
        for other in passages[start..<end] {
            passage.steps.formUnion(other.steps)
            passage.transitions += other.transitions
        }
        passages.replaceSubrange(start..<end, with: CollectionOfOne(passage))
        return start
    }

    private static func passage(
        around time: Timestamp,
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        let steps = explanation.steps
        let times = times(of: steps)
        // The fix at or before the time determines the state at that time.
        let next = times.firstIndex { $0 > time } ?? steps.count
        let range = max(0, next - around)..<min(steps.count, next + around)
        let byTime = steps.indices.sorted { (steps[$0].fix.time, $0) < (steps[$1].fix.time, $1) }
        let middle = byTime.partitioningIndex { steps[$0].fix.time > time }
        let near = byTime[max(0, middle - around)..<min(byTime.count, middle + around)]
        // Fixes whose clocks are far off are never near.
        let own = near.filter { index in
            let time = steps[index].fix.time
            return times[range].contains { $0 <= time } && times[range].contains { $0 >= time }
        }
        return try passage(range, and: own, explanation)
    }

    private static func passage(
        from start: Timestamp?,
        to end: Timestamp?,
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        let steps = explanation.steps
        let times = times(of: steps)
        let first = start.flatMap { start in times.firstIndex { $0 >= start } ?? steps.count } ?? 0
        let last = end.flatMap { end in times.lastIndex { $0 <= end }.map { $0 + 1 } ?? 0 }
        let own = steps.indices.filter { index in
            let time = steps[index].fix.time
            return start.map { time >= $0 } ?? true && end.map { time <= $0 } ?? true
        }
        return try passage(first..<max(first, last ?? steps.count), and: own, explanation)
    }

    /// Returns the steps of a range, which arrived in that period, and others with a time in it: those that count at
    /// another time, or that arrived at another time and were not used.
    private static func passage(
        _ range: Range<Int>,
        and others: some Sequence<Int>,
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        var steps = RangeSet(range)
        for index in others { steps.insert(index, within: explanation.steps) }
        let transitions = steps.ranges.flatMap { explanation.steps[$0].flatMap(\.transitions) }
        guard transitions.isEmpty else { return Passage(steps: steps, transitions: transitions) }
        guard let first = steps.ranges.first, let last = steps.ranges.last,
            !explanation.steps[range].contains(where: { $0.rejection == nil })
        else { return Passage(steps: steps, miss: try explanation.nearMiss(in: range)) }
        // If no fix of the period was used, the explanation also covers the other steps and those in between, unless
        // something happened there.
        let hull = first.lowerBound..<last.upperBound
        let isQuiet = explanation.steps[hull].allSatisfy(\.transitions.isEmpty)
        let missed = isQuiet ? hull : range.isEmpty ? first : range
        return Passage(steps: steps, miss: try explanation.nearMiss(in: missed))
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
        return max(0, first - beside)..<min(steps.count, index + beside + 1)
    }

    /// Adds a passage, merging it with the last one if they overlap.
    private mutating func add(_ passage: Passage) {
        guard let last = passages.last, !last.steps.isDisjoint(passage.steps) else {
            passages.append(passage)
            return
        }
        passages[passages.count - 1].steps.formUnion(passage.steps)
        passages[passages.count - 1].transitions += passage.transitions
    }
}
