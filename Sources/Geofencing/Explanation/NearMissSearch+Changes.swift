/// Changes of the measurements and of the geofence.
extension NearMissSearch {
    /// Returns how far the fix would have to be moved for the policy to decide by it.
    func moved(_ number: Int) throws(GeofenceError) -> Distance? {
        let step = explanation.steps[number]
        var room = Self.reach
        if kind == .enter {
            room = min(
                room,
                step.evidence.distance.meters + (try explanation.geofence.depth(scale: explanation.scale.meters))
            )
        }
        let steps = least(upTo: Int(max(0, room) / Self.grid)) { count in
            let way = Double(count) * Self.grid
            let distance = step.evidence.distance.meters + (kind == .exit ? way : -way)
            let measure = PolicyMeasure(
                time: step.countedTime.unixMilliseconds,
                accuracy: step.evidence.accuracy?.meters ?? .nan,
                distance: distance,
                isCovered: distance <= 0,
                scale: explanation.scale.meters
            )
            return explanation.policy.decide(isInside: kind == .exit, step.gathered, measure).isChange
        }
        guard let way = steps.map({ Double($0) * Self.grid }), isBelieved(number, moved: way) else { return nil }
        return .meters(way)
    }

    /// Returns whether a fix moved by this many meters in any direction would still not be too fast.
    private func isBelieved(_ number: Int, moved way: Double) -> Bool {
        guard let last = explanation.steps[..<number].last(where: { $0.rejection == nil }) else { return true }
        let fix = CompactFix(fixes[number].fix, device: 0)
        let reach = explanation.rules.limits.reach(of: fix, since: last.countedTime.unixMilliseconds)
        return Geodesic.distance(last.fix.coordinate, fix.coordinate) + way <= reach
    }

    /// Returns by how much the radius would have to change, negative for a smaller radius.
    ///
    /// - Parameter steps: The numbers of steps of which at least one must come to lie on the other side.
    func radius(reaching steps: [Int]) throws(GeofenceError) -> Distance? {
        guard case .circle(let center, let radius) = explanation.geofence.region else { return nil }
        let sign = kind == .enter ? 1.0 : -1
        // Neither below zero nor above the largest valid radius.
        let room = kind == .enter ? WGS84.longestDistance - radius.meters : radius.meters
        let most = min(Self.reach, room - Self.grid)
        let nearest = steps.map { abs(explanation.steps[$0].evidence.distance.meters) }.min() ?? 0
        let start = max(0, Int(min(nearest, Self.reach) / Self.grid) - 1)
        let changes = try least(after: start, upTo: Int(most / Self.grid)) { count throws(GeofenceError) in
            var geofence = explanation.geofence
            let changed = radius.meters + sign * Double(count) * Self.grid
            geofence.region = .circle(center: center, radius: .meters(changed))
            return try happens(geofence, explanation.rules, fixes)
        }
        return changes.map { .meters(sign * Double($0) * Self.grid) }
    }

    /// Returns how accurate the fix would have to be.
    func accuracy(_ number: Int) throws(GeofenceError) -> Distance? {
        let known = explanation.steps[number].evidence.accuracy ?? explanation.policy.unknownAccuracy
        guard let known, known.meters > Self.grid else { return nil }
        // An accuracy coarser than the search range counts as its limit.
        let values = GridSteps(start: min(known.meters, Self.reach), end: Self.grid, grid: Self.grid)
        let steps = try least(upTo: values.count) { step throws(GeofenceError) in
            var changed = fixes
            changed[number].fix.horizontalAccuracy = .meters(values.value(at: step))
            return try happens(explanation.geofence, explanation.rules, changed)
        }
        return steps.map { .meters(values.value(at: $0)) }
    }

    /// Returns how many more fixes at the same position, up to ten, would have been enough.
    func moreFixes(_ number: Int) throws(GeofenceError) -> Int? {
        let start = fixes[number].fix.time.unixMilliseconds
        // Fixes that are not used decide nothing, whatever their times, so they do not limit the time for more.
        let following = explanation.nextUsed(after: number)
        let next = following.map { explanation.steps[$0].fix.time.unixMilliseconds }
        let place = min(following ?? fixes.count, fixes.count)
        for count in 1...10 {
            // If no fix follows, one every ten seconds.
            var pause: Int64 = 10_000
            if let next {
                let (span, isOver) = next.subtractingReportingOverflow(start)
                pause = (isOver ? .max : span) / Int64(count + 1)
            }
            guard pause > 0, !start.addingReportingOverflow(pause * Int64(count)).overflow else { return nil }
            var copies = (1...count).map { _ in fixes[number] }
            for copy in copies.indices {
                copies[copy].fix.time = Timestamp(unixMilliseconds: start + pause * Int64(copy + 1))
                copies[copy].fix.sequence = nil
            }
            var more = fixes
            more.insert(contentsOf: copies, at: place)
            if try happens(explanation.geofence, explanation.rules, more, inserted: count) { return count }
        }
        return nil
    }
}
