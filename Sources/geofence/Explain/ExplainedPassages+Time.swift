internal import Geofencing

// Passages at given times.
//
// A fix can belong to a time in two ways. It may have arrived then: those that did are a range of steps. Or its own
// time may lie there, though it arrived earlier or later: such a fix counts at another time, or was not used, and can
// be any step. Both are shown. Why nothing happened is a question about those that arrived then, if any was used.
extension ExplainedPassages {
    static func passage(around time: Timestamp, _ explanation: Explanation) throws(GeofenceError) -> Passage {
        let steps = explanation.steps
        let arrivals = arrivals(of: steps)
        // The fix at or before the time determines the state at that time.
        let next = arrivals.firstIndex { $0 > time } ?? steps.count
        let arrived = max(0, next - besideTime)..<min(steps.count, next + besideTime)
        let byTime = steps.indices.sorted { (steps[$0].fix.time, $0) < (steps[$1].fix.time, $1) }
        let middle = byTime.partitioningIndex { steps[$0].fix.time > time }
        let nearest = byTime[max(0, middle - besideTime)..<min(byTime.count, middle + besideTime)]
        // Fixes whose clocks are far off are never near.
        let dated = nearest.filter { index in
            let time = steps[index].fix.time
            return arrivals[arrived].contains { $0 <= time } && arrivals[arrived].contains { $0 >= time }
        }
        return try passage(arrived: arrived, dated: dated, explanation)
    }

    static func passage(
        from start: Timestamp?,
        to end: Timestamp?,
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        let steps = explanation.steps
        let arrivals = arrivals(of: steps)
        let first = start.flatMap { start in arrivals.firstIndex { $0 >= start } ?? steps.count } ?? 0
        let next = end.flatMap { end in arrivals.lastIndex { $0 <= end }.map { $0 + 1 } ?? 0 } ?? steps.count
        let dated = steps.indices.filter { index in
            let time = steps[index].fix.time
            return start.map { time >= $0 } ?? true && end.map { time <= $0 } ?? true
        }
        return try passage(arrived: first..<max(first, next), dated: dated, explanation)
    }

    /// Returns when each step arrived, in ascending order. The time of an unused fix may be arbitrary, but the fix
    /// arrived no later than the next one that counts.
    private static func arrivals(of steps: [Explanation.Step]) -> [Timestamp] {
        var latest = steps.map(\.countedTime)
        for index in steps.indices.dropLast().reversed() where steps[index].rejection != nil {
            latest[index] = min(latest[index], latest[index + 1])
        }
        for index in steps.indices.dropFirst() { latest[index] = max(latest[index], latest[index - 1]) }
        return latest
    }

    private static func passage(
        arrived: Range<Int>,
        dated: [Int],
        _ explanation: Explanation
    ) throws(GeofenceError) -> Passage {
        var shown = RangeSet(arrived)
        for index in dated { shown.insert(index, within: explanation.steps) }
        let transitions = shown.ranges.flatMap { explanation.steps[$0].flatMap(\.transitions) }
        guard transitions.isEmpty else { return Passage(steps: shown, transitions: transitions) }
        let quiet = stepsToExplain(arrived, of: shown, explanation)
        return Passage(steps: shown, miss: try explanation.nearMiss(in: quiet))
    }

    /// Returns the steps in which nothing happened, to be explained: those that arrived in the period. If none of these
    /// was used, they are all that are shown and those in between, unless something happened there.
    private static func stepsToExplain(
        _ arrived: Range<Int>,
        of shown: RangeSet<Int>,
        _ explanation: Explanation
    ) -> Range<Int> {
        guard let first = shown.ranges.first, let last = shown.ranges.last,
            !explanation.steps[arrived].contains(where: { $0.rejection == nil })
        else { return arrived }
        let hull = first.lowerBound..<last.upperBound
        if explanation.steps[hull].allSatisfy(\.transitions.isEmpty) { return hull }
        return arrived.isEmpty ? first : arrived
    }
}
