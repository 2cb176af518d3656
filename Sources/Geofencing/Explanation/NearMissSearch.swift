/// Looks for what would have made a transition of steps that made none, by deciding again with one thing changed.
struct NearMissSearch {
    private let explanation: Explanation
    private let range: Range<Int>
    private let kind: Transition.Kind
    private let fixes: [Fix]

    /// How fine changes of distances and accuracies are, in meters.
    private static let grid = 0.1
    /// The largest change of a distance that is looked for, in meters.
    private static let reach = 20_000.0

    init(_ explanation: Explanation, _ range: Range<Int>) {
        self.explanation = explanation
        self.range = range
        kind = explanation.steps[range].last?.after.isInside == true ? .exit : .enter
        fixes = explanation.steps[..<range.upperBound].map(\.fix)
    }

    func run() throws(GeofenceError) -> NearMiss {
        let steps = explanation.steps[range]
        guard !steps.isEmpty else { return NearMiss(kind: kind, reason: .noFixes, closest: nil, changes: []) }
        let used = range.filter { explanation.steps[$0].rejection == nil }
        let across = used.filter { explanation.steps[$0].isCovered == (kind == .enter) }
        let closest = closest(of: across.isEmpty ? used : across)
        let reason: NearMiss.Reason = used.isEmpty ? .allRejected : across.isEmpty ? .notReached : .notDecided
        var changes: [NearMiss.Change] = []
        if let closest {
            changes += moved(closest).map { [.moved($0)] } ?? []
            changes += try radius().map { [.radius($0)] } ?? []
            if !across.isEmpty {
                changes += try accuracy(closest).map { [.accuracy($0)] } ?? []
                changes += try moreFixes(closest).map { [.fixes($0)] } ?? []
                changes += try thresholds()
            }
        }
        let reasons = try rejections()
        changes += reasons.map { .using($0) }
        if try passesThrough() { changes.append(.passThrough) }
        let rejected = range.first { number in
            let step = explanation.steps[number]
            return step.rejection.map(reasons.contains) == true && step.isCovered == (kind == .enter)
        }
        return NearMiss(kind: kind, reason: reason, closest: closest, rejected: rejected, changes: changes)
    }

    /// The step that needs the least to decide otherwise.
    private func closest(of candidates: [Int]) -> Int? {
        candidates.max { one, other in
            let (one, other) = (explanation.steps[one], explanation.steps[other])
            return nearness(one).lexicographicallyPrecedes(nearness(other))
        }
    }

    private func nearness(_ step: Explanation.Step) -> [Double] {
        let outward = kind == .exit ? step.evidence.distance.meters : -step.evidence.distance.meters
        let span = step.evidence.since.map { Double(step.fix.time.unixMilliseconds - $0.unixMilliseconds) } ?? 0
        let share = step.evidence.share.map { kind == .exit ? -$0 : $0 } ?? 0
        let accuracy = kind == .enter && step.isCovered ? -(step.evidence.accuracy?.meters ?? 0) : 0
        let beyond = kind == .exit ? outward - (step.evidence.undecided?.upperBound.meters ?? 0) : outward
        // Fixes in a row first, as far as they count for this change.
        return [step.evidence.rule == .departing ? Double(step.evidence.fixes) : 0, span, share, accuracy, beyond]
    }

    /// Whether the transition comes in the range, for these fixes of which `inserted` more are in the range.
    private func happens(
        _ geofence: Geofence,
        _ rules: EventRules,
        _ fixes: [Fix],
        inserted: Int = 0
    ) throws(GeofenceError) -> Bool {
        let place = range.lowerBound..<range.upperBound + inserted
        return try FenceReplay(geofence, rules).transitions(of: fixes).contains {
            place.contains($0.index) && $0.transition.kind == kind
        }
    }

    /// The least number of steps, up to `count`, with which a test succeeds that goes on succeeding with more.
    private func least(
        upTo count: Int,
        _ test: (Int) throws(GeofenceError) -> Bool
    ) throws(GeofenceError) -> Int? {
        guard count > 0, try test(count) else { return nil }
        var (fails, succeeds) = (0, count)
        while succeeds - fails > 1 {
            let middle = (fails + succeeds) / 2
            if try test(middle) { succeeds = middle } else { fails = middle }
        }
        return succeeds
    }

    /// How far the fix would have to be elsewhere for the policy to decide by it.
    private func moved(_ number: Int) -> Distance? {
        let step = explanation.steps[number]
        var before = PolicyEvidence()
        // Without what the fix itself added.
        let counts = step.evidence.rule == .departing || step.evidence.rule == .coarseArrival
        before.fixes = Int32(step.evidence.fixes - (counts ? 1 : 0))
        before.since = before.fixes > 0 ? step.evidence.since?.unixMilliseconds ?? 0 : 0
        let room = kind == .enter ? min(Self.reach, step.evidence.distance.meters + deepest) : Self.reach
        let steps = try? least(upTo: Int(max(0, room) / Self.grid)) { count throws(GeofenceError) in
            let way = Double(count) * Self.grid
            let distance = step.evidence.distance.meters + (kind == .exit ? way : -way)
            let measure = PolicyMeasure(
                time: step.fix.time.unixMilliseconds,
                accuracy: step.evidence.accuracy?.meters ?? .nan,
                distance: distance,
                isCovered: distance <= 0,
                scale: explanation.scale.meters
            )
            return explanation.policy.decide(isInside: kind == .exit, before, measure).isChange
        }
        guard let way = steps.flatMap({ $0 }).map({ Double($0) * Self.grid }), isBelieved(number, moved: way) else {
            return nil
        }
        return .meters(way)
    }

    /// No place is deeper inside the geofence than this, in meters.
    private var deepest: Double {
        let polygons: [Polygon]
        switch explanation.geofence.region {
        case .circle(_, let radius): return radius.meters
        case .polygon(let polygon): polygons = [polygon]
        case .multiPolygon(let several): polygons = several
        }
        let latitudes = polygons.flatMap { $0.exterior.lazy.map(\.latitude) }
        // No degree of latitude is longer.
        return ((latitudes.max() ?? 0) - (latitudes.min() ?? 0)) / 2 * 111_700
    }

    /// Whether a fix would not be too fast that many meters elsewhere, whichever way that is.
    private func isBelieved(_ number: Int, moved way: Double) -> Bool {
        guard let most = explanation.rules.limits.maximumSpeed,
            let last = explanation.steps[..<number].last(where: { $0.rejection == nil })?.fix
        else { return true }
        let seconds = Double(fixes[number].time.unixMilliseconds - last.time.unixMilliseconds) / 1000
        let reach = most * seconds + (fixes[number].horizontalAccuracy?.meters ?? 0)
        return last.coordinate.distance(to: fixes[number].coordinate).meters + way <= reach
    }

    private func radius() throws(GeofenceError) -> Distance? {
        guard case .circle(let center, let radius) = explanation.geofence.region else { return nil }
        let sign = kind == .enter ? 1.0 : -1
        // Neither below zero nor beyond what a radius may be.
        let room = kind == .enter ? WGS84.longestDistance - radius.meters : radius.meters
        let most = min(Self.reach, room - Self.grid)
        let steps = try least(upTo: Int(most / Self.grid)) { count throws(GeofenceError) in
            var geofence = explanation.geofence
            let changed = radius.meters + sign * Double(count) * Self.grid
            geofence.region = .circle(center: center, radius: .meters(changed))
            return try happens(geofence, explanation.rules, fixes)
        }
        return steps.map { .meters(sign * Double($0) * Self.grid) }
    }

    private func accuracy(_ number: Int) throws(GeofenceError) -> Distance? {
        let known = explanation.steps[number].evidence.accuracy ?? explanation.policy.unknownAccuracy
        // Coarser than the search reaches is as good as that.
        guard let most = known.map({ (min($0.meters, Self.reach) / Self.grid).rounded(.down) }), most > 1 else {
            return nil
        }
        let steps = try least(upTo: Int(most) - 1) { count throws(GeofenceError) in
            var changed = fixes
            changed[number].horizontalAccuracy = .meters((most - Double(count)) * Self.grid)
            return try happens(explanation.geofence, explanation.rules, changed)
        }
        return steps.map { .meters((most - Double($0)) * Self.grid) }
    }

    private func moreFixes(_ number: Int) throws(GeofenceError) -> Int? {
        let start = fixes[number].time.unixMilliseconds
        let next = number + 1 < explanation.steps.count ? explanation.steps[number + 1].fix.time.unixMilliseconds : nil
        for count in 1...10 {
            // Where nothing follows, one every ten seconds.
            let pause = next.map { ($0 - start) / Int64(count + 1) } ?? 10_000
            guard pause > 0 else { return nil }
            var copies = (1...count).map { _ in fixes[number] }
            for copy in copies.indices {
                copies[copy].time = Timestamp(unixMilliseconds: start + pause * Int64(copy + 1))
                copies[copy].sequence = nil
            }
            var more = fixes
            more.insert(contentsOf: copies, at: number + 1)
            if try happens(explanation.geofence, explanation.rules, more, inserted: count) { return count }
        }
        return nil
    }

    private func thresholds() throws(GeofenceError) -> [NearMiss.Change] {
        var changes: [NearMiss.Change] = []
        for lever in explanation.policy.levers(for: kind, scale: explanation.scale.meters) {
            let count = Int((abs(lever.end - lever.start) / lever.grid).rounded(.down))
            func value(_ step: Int) -> Double {
                let changed = lever.start + (lever.end < lever.start ? -1 : 1) * Double(step) * lever.grid
                return (changed / lever.grid).rounded() * lever.grid
            }
            let steps = try least(upTo: count) { step throws(GeofenceError) in
                var geofence = explanation.geofence
                var policy = explanation.policy
                policy[lever.threshold] = value(step)
                geofence.policy = policy
                return try happens(geofence, explanation.rules, fixes)
            }
            if let steps { changes.append(.threshold(key: lever.threshold.rawValue, value: value(steps))) }
        }
        return changes
    }

    /// The reasons without which the transition would have come.
    private func rejections() throws(GeofenceError) -> [Rejection] {
        var found: [Rejection] = []
        let reasons = Set(explanation.steps[range].compactMap(\.rejection))
        for reason in Rejection.allCases where reasons.contains(reason) {
            var rules = explanation.rules
            switch reason {
            case .nullIsland: rules.limits.rejectsNullIsland = false
            case .impossibleSpeed: rules.limits.maximumSpeed = nil
            case .inaccurate: rules.limits.maximumAccuracy = nil
            case .tooOld where rules.limits.earliest != nil: rules.limits.earliest = nil
            case .future where rules.limits.latest != nil: rules.limits.latest = nil
            case .tooOld, .future: rules.limits.rejectsUnsetClocks = false
            default: continue
            }
            if try happens(explanation.geofence, rules, fixes) { found.append(reason) }
        }
        return found
    }

    private func passesThrough() throws(GeofenceError) -> Bool {
        guard kind == .enter, explanation.rules.passThrough == nil else { return false }
        var geofence = explanation.geofence
        (geofence.policy, geofence.dwell, geofence.notifyOnEntry) = (nil, nil, true)
        let rules = EventRules(
            policy: .raw,
            order: explanation.rules.order,
            // Those that were asked for stay; the others go with the policy.
            limits: explanation.rules.limits == .standard ? nil : explanation.rules.limits,
            passThrough: PassThrough(),
            maximumSegmentGap: explanation.rules.maximumSegmentGap
        )
        return try FenceReplay(geofence, rules).transitions(of: fixes).contains {
            range.contains($0.index) && $0.transition.isInferred
        }
    }
}

/// A threshold that can be changed, from what it is to the last value that makes sense to try.
private struct Lever {
    var threshold: FencePolicyDraft.Threshold
    var start: Double
    var end: Double
    var grid: Double
}

extension TransitionPolicy {
    /// What stands for an unknown accuracy; `nil` where accuracy does not count.
    fileprivate var unknownAccuracy: Distance? {
        switch self {
        case .raw: nil
        case .balanced(let policy): policy.unknownAccuracy
        case .probability(let policy): policy.unknownAccuracy
        }
    }

    fileprivate func levers(for kind: Transition.Kind, scale: Double) -> [Lever] {
        switch (self, kind) {
        case (.balanced(let policy), .enter):
            [Lever(threshold: .arrivalAccuracy, start: max(scale, policy.arrivalAccuracy.meters), end: 10_000, grid: 1)]
        case (.balanced(let policy), _):
            [
                Lever(threshold: .exitFixes, start: Double(policy.exitFixes), end: 1, grid: 1),
                Lever(threshold: .exitBuffer, start: policy.buffer(scale: scale), end: 0, grid: 0.1),
                Lever(threshold: .accuracyFactor, start: policy.accuracyFactor, end: 0, grid: 0.1),
            ]
        case (.probability(let policy), .enter):
            [Lever(threshold: .enterProbability, start: policy.enter, end: 0.5, grid: 0.01)]
        case (.probability(let policy), _):
            [Lever(threshold: .exitProbability, start: policy.exit, end: 0.5, grid: 0.01)]
        case (.raw, _): []
        }
    }
}
