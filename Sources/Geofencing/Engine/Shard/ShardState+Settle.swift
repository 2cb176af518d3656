extension ShardState {
    /// Walks through the device's stays and the geofences in `hits`, both ascending, and keeps one pending transition
    /// for each geofence that is in only one of them. Pending transitions of all other geofences are removed, with
    /// their evidence.
    mutating func updatePending(
        _ device: borrowing DeviceState,
        _ pending: inout [PendingTransition],
        _ fix: CompactFix,
        _ last: Sighting?,
        _ enterCause: Transition.Cause
    ) {
        let stays = device.stays.span
        let count = pending.count
        // Kept transitions move down over removed ones; new ones wait at the end, so that each moves once.
        var (stay, hit, position, kept) = (0, 0, 0, 0)
        while stay < stays.count || hit < hits.count {
            let known = stay < stays.count ? stays[stay].fence : UInt32.max
            let covering = hit < hits.count ? hits[hit] : UInt32.max
            if known <= covering { stay &+= 1 }
            if covering <= known { hit &+= 1 }
            if known == covering { continue }
            let (fence, isExit) = (min(known, covering), known < covering)
            while position < count, pending[position].fence < fence { position &+= 1 }
            if position < count, pending[position].fence == fence, pending[position].isExit == isExit {
                if kept < position { pending[kept] = pending[position] }
                kept &+= 1
                position &+= 1
            } else {
                measure.prefetch(fence)
                let cause = isExit ? Transition.Cause.movement : enterCause
                var transition = PendingTransition(
                    fence: fence,
                    isExit: isExit,
                    cause: cause,
                    before: last,
                    first: fix.sighting
                )
                // The boundary is between the two fixes, so neither is farther from it than from the other fix.
                if let last, enterCause != .gap { transition.clearance = Clearance(last.coordinate, distance: 0) }
                pending.append(transition)
            }
        }
        if kept < count { pending.removeSubrange(kept..<count) }
        if kept > 0, kept < pending.count, pending[kept].fence < pending[kept - 1].fence {
            pending.sort { $0.fence < $1.fence }
        }
    }

    /// Lets the policies decide the pending transitions, and records the results.
    ///
    /// - Parameter policy: The policy of geofences that have none of their own; passed in, to be read in place, because
    ///   it is large.
    mutating func settle(
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ fix: CompactFix,
        _ policy: TransitionPolicy,
        _ records: inout [TransitionRecord]
    ) {
        var kept = 0
        var dwellDue = track.dwellDue
        let isMany = track.pending.count > 64
        if isMany { stayEdits.collect() }
        var pending = track.pending.mutableSpan
        for position in pending.indices {
            let isChange: Bool
            if hasOwnRules {
                let own = self.policy(of: pending[position].fence)
                isChange = decides(&pending[position], fix, own)
                if isChange { change(&pending[position], own, &device.stays, &dwellDue, fix, &records) }
            } else {
                isChange = decides(&pending[position], fix, policy)
                if isChange { change(&pending[position], policy, &device.stays, &dwellDue, fix, &records) }
            }
            if isChange { continue }
            if kept < position { pending[kept] = pending[position] }
            kept &+= 1
        }
        if isMany { stayEdits.apply(to: &device.stays) }
        track.dwellDue = dwellDue
        if track.pending.count > kept { track.pending.removeSubrange(kept...) }
        if fix.time >= track.dwellDue { recordDwells(&device, &track, fix, &records) }
        device.isOpen = kept > 0 || track.dwellDue != .max
    }

    /// Closes all visits of a device that has sent nothing for too long: nobody knows when they ended.
    mutating func closeStays(
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ last: Sighting,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        for stay in device.stays {
            let pending = track.pending.transition(of: stay.fence)
            let open = pending?.isExit == true ? pending : nil
            let seen = open?.before ?? last
            var record = TransitionRecord(.exit, cause: .gap, fence: stay.fence, fix)
            record.time = seen.time
            record.latitude = seen.coordinate.latitude
            record.longitude = seen.coordinate.longitude
            let outside = open?.first.time ?? fix.time
            (record.earliest, record.latest) = (min(seen.time, outside), max(seen.time, outside))
            record.belong(to: stay)
            end(stay, by: &record, in: snapshot)
            append(record, &records)
            recordMissedDwell(stay, until: seen.time, fix, &records)
        }
        device.stays.removeAll(keepingCapacity: true)
        track.pending.removeAll(keepingCapacity: true)
        track.dwellDue = .max
        device.isOpen = false
        // The memo is relative to the stays.
        device.memo = LookupMemo()
    }

    /// Moves the device to the other side of the boundary.
    private mutating func change(
        _ transition: inout PendingTransition,
        _ policy: TransitionPolicy,
        _ stays: inout [Stay],
        _ dwellDue: inout Int64,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        let kind = transition.isExit ? Transition.Kind.exit : .enter
        var record = TransitionRecord(kind, cause: transition.cause, fence: transition.fence, fix)
        if !policy.isRaw { backdate(&record, transition) }
        if rules.recordsEvidence {
            countWaiting(&transition, policy)
            keepEvidence(for: record, transition, policy, fix)
        }
        if transition.isExit {
            let stay = stayEdits.remove(transition.fence, from: &stays)
            record.belong(to: stay)
            end(stay, by: &record, in: snapshot)
            append(record, &records)
            recordMissedDwell(stay, until: record.time, fix, &records)
        } else {
            let stay = Stay(
                fence: transition.fence,
                cause: transition.cause,
                ordinal: ordinal(ofVisitIn: transition.fence, by: record),
                since: record.time
            )
            stayEdits.insert(stay, into: &stays)
            record.belong(to: stay)
            record.ordinal = stay.ordinal
            append(record, &records)
            if let due = self.dwellDue(stay) { dwellDue = min(dwellDue, due) }
        }
    }

    /// Gives a transition the time and position at which it happened.
    private mutating func backdate(_ record: inout TransitionRecord, _ transition: PendingTransition) {
        let first = transition.first
        record.time = first.time
        record.latitude = first.coordinate.latitude
        record.longitude = first.coordinate.longitude
        guard let before = transition.before else { return }
        (record.earliest, record.latest) = (min(before.time, first.time), max(before.time, first.time))
        // Nothing is known about what a device did in a longer gap, except where it was first seen afterwards.
        let (gap, isBeyond) = first.time.subtractingReportingOverflow(before.time)
        if transition.cause == .gap || isBeyond || gap > segmentGapLimit { return }
        record.time = measure.crossing(from: before, to: first, of: transition.fence, isExit: transition.isExit)
    }

    func policy(of fence: UInt32) -> TransitionPolicy {
        hasOwnRules ? snapshot.ownRules(of: fence)?.policy ?? rules.policy : rules.policy
    }

    /// Records a transition, unless the geofence mutes it.
    @inline(__always)
    func append(_ record: TransitionRecord, _ records: inout [TransitionRecord]) {
        append(record, isReported: record.kind == .dwell || snapshot.reports(record.kind, record.fence), &records)
    }

    /// Records a transition of a geofence that either reports or mutes it.
    @inline(__always)
    func append(_ record: TransitionRecord, isReported: Bool, _ records: inout [TransitionRecord]) {
        guard isReported || rules.recordsMuted else { return }
        records.append(record)
        if !isReported { records[records.count - 1].isMuted = true }
    }
}

extension TransitionRecord {
    /// Records which visit the transition belongs to.
    mutating func belong(to stay: Stay) {
        visitStart = stay.since
        visitOrdinal = stay.ordinal
        enterCause = stay.cause
    }
}
