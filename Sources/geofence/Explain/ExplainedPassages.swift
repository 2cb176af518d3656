internal import Geofencing

/// The stretches of an explanation that are shown.
struct ExplainedPassages {
    /// Some fixes in a row.
    struct Passage {
        var steps: Range<Int>
        /// The events that it is about.
        var transitions: [Transition] = []
        /// Why nothing happened in it; `nil` where something did.
        var miss: NearMiss?
    }

    private(set) var passages: [Passage] = []
    /// Whether runs of fixes that are alike are shown in full.
    let isComplete: Bool

    /// How many fixes are shown on either side of a time.
    private static let around = 5
    /// How many fixes are shown on either side of those that decided an event.
    private static let beside = 2

    init(_ explanation: Explanation, _ moment: MomentOptions) throws(GeofenceError) {
        isComplete = moment.from != nil || moment.to != nil
        let steps = explanation.steps
        if let event = moment.event {
            passages = [try Self.passage(of: event, in: explanation)]
        } else if let time = moment.at {
            // The fix at or before the time is the last word at that time.
            let next = Self.times(of: steps).firstIndex { $0 > time } ?? steps.count
            let range = max(0, next - Self.around)..<min(steps.count, next + Self.around)
            passages = [try Self.passage(range, explanation)]
        } else if isComplete {
            let times = Self.times(of: steps)
            let first = moment.from.flatMap { from in times.firstIndex { $0 >= from } ?? steps.count } ?? 0
            let last = moment.to.flatMap { to in times.lastIndex { $0 <= to }.map { $0 + 1 } ?? 0 }
            passages = [try Self.passage(first..<max(first, last ?? steps.count), explanation)]
        } else if explanation.transitions.isEmpty {
            try addMiss(explanation, steps.indices)
        } else {
            for index in steps.indices {
                for transition in steps[index].transitions {
                    add(Passage(steps: Self.steps(of: transition, at: index, in: steps), transitions: [transition]))
                }
            }
            try addOpenVisit(explanation)
        }
    }

    /// When each step counts, ascending: a fix that is not used may tell of any time, and counts no later than the next one that is.
    private static func times(of steps: [Explanation.Step]) -> [Timestamp] {
        var latest = steps.map(\.fix.time)
        for index in steps.indices.dropLast().reversed() where steps[index].rejection != nil {
            latest[index] = min(latest[index], latest[index + 1])
        }
        // Fixes that count in the order of the input may be older than those before them.
        for index in steps.indices.dropFirst() { latest[index] = max(latest[index], latest[index - 1]) }
        return latest
    }

    /// Why a visit that is open at the end has no EXIT.
    private mutating func addOpenVisit(_ explanation: Explanation) throws(GeofenceError) {
        let steps = explanation.steps
        guard case .inside = steps.last?.after, let last = steps.lastIndex(where: { !$0.transitions.isEmpty }),
            last + 1 < steps.count
        else { return }
        try addMiss(explanation, last + 1..<steps.count)
    }

    /// Adds why nothing happened: what was rejected but would have done, and what came closest.
    private mutating func addMiss(_ explanation: Explanation, _ range: Range<Int>) throws(GeofenceError) {
        let miss = try explanation.nearMiss(in: range)
        for step in [miss.rejected, miss.closest].compactMap(\.self).sorted() {
            add(Passage(steps: max(0, step - Self.around)..<min(explanation.steps.count, step + Self.around + 1)))
        }
        if passages.isEmpty { passages = [Passage(steps: 0..<min(explanation.steps.count, Self.around))] }
        passages[passages.count - 1].miss = miss
    }

    private static func passage(
        _ range: Range<Int>,
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        let transitions = explanation.steps[range].flatMap(\.transitions)
        let miss = try transitions.isEmpty ? explanation.nearMiss(in: range) : nil
        return Passage(steps: range, transitions: transitions, miss: miss)
    }

    private static func passage(of event: String, in explanation: Explanation) throws(GeofenceError) -> Passage {
        for (index, step) in explanation.steps.enumerated() {
            guard let transition = step.transitions.first(where: { $0.id.description == event }) else { continue }
            return Passage(steps: steps(of: transition, at: index, in: explanation.steps), transitions: [transition])
        }
        let known = explanation.transitions.prefix(5).map { "\($0.id) (\($0.kind.rawValue))" }.joined(separator: ", ")
        throw GeofenceError(
            .invalidIdentifier,
            "\"\(event)\" is no event of \"\(explanation.device)\" in \"\(explanation.geofence.id)\"",
            recovery: known.isEmpty
                ? "There are no events; leave out --event to see why."
                : "Its events begin with \(known); use the policy and options of the evaluation."
        )
    }

    /// From before the first fix on the new side to after the one that decided.
    private static func steps(of transition: Transition, at index: Int, in steps: [Explanation.Step]) -> Range<Int> {
        var first = index
        let start = transition.interval?.lowerBound ?? transition.time
        while first > 0, steps[first - 1].fix.time >= start { first -= 1 }
        return max(0, first - beside)..<min(steps.count, index + beside + 1)
    }

    /// Adds a passage; one that overlaps the last is one with it.
    private mutating func add(_ passage: Passage) {
        guard let last = passages.last, last.steps.upperBound > passage.steps.lowerBound else {
            passages.append(passage)
            return
        }
        let end = max(last.steps.upperBound, passage.steps.upperBound)
        passages[passages.count - 1].steps = min(last.steps.lowerBound, passage.steps.lowerBound)..<end
        passages[passages.count - 1].transitions += passage.transitions
    }
}
