extension ShardState {
    /// Finds out where the places in `hits` and what is known of the device differ. What was open and differs no more is
    /// closed; its evidence is forgotten.
    mutating func openMatters(
        _ device: borrowing DeviceState,
        _ track: inout DeviceTrack,
        _ fix: CompactFix,
        _ last: Sighting?,
        _ enterCause: Transition.Cause
    ) {
        let sighting = fix.sighting
        let before = track.matters
        opened.removeAll(keepingCapacity: true)
        func matter(_ fence: UInt32, isExit: Bool) -> Matter {
            if let known = before.first(where: { $0.fence == fence && $0.isExit == isExit }) { return known }
            let cause = isExit ? Transition.Cause.movement : enterCause
            var matter = Matter(fence: fence, isExit: isExit, cause: cause, before: last, first: sighting)
            // The boundary is between the two fixes, so neither is farther from it than from the other.
            if let last, enterCause != .gap { matter.clearance = Clearance(last.coordinate, distance: 0) }
            return matter
        }
        var (stay, hit) = (0, 0)
        while stay < device.stays.count || hit < hits.count {
            let known = stay < device.stays.count ? device.stays[stay].fence : UInt32.max
            let covering = hit < hits.count ? hits[hit] : UInt32.max
            if known == covering {
                stay += 1
                hit += 1
            } else if known < covering {
                opened.append(matter(known, isExit: true))
                stay += 1
            } else {
                opened.append(matter(covering, isExit: false))
                hit += 1
            }
        }
        swap(&opened, &track.matters)
    }

    /// Lets the policies decide what is open, and records what that means.
    mutating func settle(
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        var kept = 0
        for position in track.matters.indices {
            let policy = policy(of: track.matters[position].fence)
            let decision = decide(&track.matters[position], fix, policy)
            if decision.isChange {
                change(track.matters[position], policy, &device, &track, fix, &records)
            } else {
                track.matters[position].evidence = decision.evidence
                if kept < position { track.matters[kept] = track.matters[position] }
                kept += 1
            }
        }
        if kept < track.matters.count { track.matters.removeLast(track.matters.count - kept) }
        if fix.time >= track.dwellDue { recordDwells(&device, &track, fix, &records) }
        device.isOpen = kept > 0 || track.dwellDue != .max
    }

    /// Closes all visits of a device that nothing was heard of for too long: when they ended nobody knows.
    mutating func closeStays(
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ last: Sighting,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        for stay in device.stays {
            let open = track.matters.first { $0.fence == stay.fence && $0.isExit }
            let seen = open?.before ?? last
            var record = TransitionRecord(.exit, cause: .gap, fence: stay.fence, fix)
            record.time = seen.time
            record.latitude = seen.coordinate.latitude
            record.longitude = seen.coordinate.longitude
            (record.earliest, record.latest) = (min(seen.time, fix.time), max(seen.time, fix.time))
            record.belong(to: stay)
            end(stay, by: &record, in: snapshot)
            append(record, &records)
            recordMissedDwell(stay, until: seen.time, fix, &records)
        }
        device.stays.removeAll(keepingCapacity: true)
        track.matters.removeAll(keepingCapacity: true)
        track.dwellDue = .max
        device.isOpen = false
        // What it knows is relative to the stays.
        device.memo = LookupMemo()
    }

    /// Asks the policy; what bounds on the distance decide is not measured.
    private mutating func decide(
        _ matter: inout Matter,
        _ fix: CompactFix,
        _ policy: TransitionPolicy
    ) -> PolicyDecision {
        let isCovered = !matter.isExit
        var measured = PolicyMeasure(
            time: fix.time,
            accuracy: Double(fix.horizontalAccuracy),
            distance: 0,
            isCovered: isCovered,
            scale: 0
        )
        if !policy.isRaw {
            if matter.scale == nil { matter.scale = measure.scale(matter.fence) }
            measured.scale = matter.scale ?? 0
            let bounds = matter.clearance.bounds(at: fix.coordinate, isCovered: isCovered)
            measured.distance = bounds.least
            if !policy.isSettled(isInside: matter.isExit, measured, upTo: bounds.most) {
                // Some steps farther than needs be, so that the next fixes, as far from each other, need not be measured.
                let limit = policy.reach(measured, upTo: bounds.most) + 4 * bounds.way
                measured.distance = measure.distance(
                    from: fix.coordinate,
                    to: matter.fence,
                    isCovered: isCovered,
                    upTo: limit
                )
                matter.clearance = Clearance(fix.coordinate, distance: measured.distance, upTo: limit, within: bounds)
            }
        }
        return policy.decide(isInside: matter.isExit, matter.evidence, measured)
    }

    /// Takes the device to the other side.
    private mutating func change(
        _ matter: Matter,
        _ policy: TransitionPolicy,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        let kind = matter.isExit ? Transition.Kind.exit : .enter
        var record = TransitionRecord(kind, cause: matter.cause, fence: matter.fence, fix)
        if !policy.isRaw { backdate(&record, matter) }
        if rules.recordsEvidence { keepEvidence(for: record, matter, policy, fix) }
        let position = device.stays.firstIndex { $0.fence >= matter.fence } ?? device.stays.count
        if matter.isExit {
            let stay = device.stays.remove(at: position)
            record.belong(to: stay)
            end(stay, by: &record, in: snapshot)
            append(record, &records)
            recordMissedDwell(stay, until: record.time, fix, &records)
        } else {
            let stay = Stay(
                fence: matter.fence,
                cause: matter.cause,
                ordinal: ordinal(ofVisitIn: matter.fence, by: record),
                since: record.time
            )
            device.stays.insert(stay, at: position)
            record.belong(to: stay)
            record.ordinal = stay.ordinal
            append(record, &records)
            if let due = dwellDue(stay) { track.dwellDue = min(track.dwellDue, due) }
        }
    }

    /// Gives a transition the time and place at which it happened.
    private mutating func backdate(_ record: inout TransitionRecord, _ matter: Matter) {
        let first = matter.first
        record.time = first.time
        record.latitude = first.coordinate.latitude
        record.longitude = first.coordinate.longitude
        guard let before = matter.before else { return }
        (record.earliest, record.latest) = (min(before.time, first.time), max(before.time, first.time))
        // Of what a device did in a longer time nothing is known but where it was first seen after it.
        if matter.cause == .gap || first.time &- before.time > longestWay { return }
        record.time = measure.crossing(from: before, to: first, of: matter.fence, isExit: matter.isExit)
    }

    func policy(of fence: UInt32) -> TransitionPolicy {
        hasOwnRules ? snapshot.ownRules(of: fence)?.policy ?? rules.policy : rules.policy
    }

    /// Records a transition, unless the geofence mutes it.
    func append(_ record: TransitionRecord, _ records: inout [TransitionRecord]) {
        var record = record
        record.isMuted = record.kind != .dwell && !snapshot.reports(record.kind, record.fence)
        if !record.isMuted || rules.recordsMuted { records.append(record) }
    }
}

extension TransitionRecord {
    /// Notes which visit the transition belongs to.
    mutating func belong(to stay: Stay) {
        visitStart = stay.since
        visitOrdinal = stay.ordinal
        enterCause = stay.cause
    }
}
