extension ShardState {
    /// Evaluates fixes by geometry alone, group by group.
    @inline(__always)
    mutating func compare(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        // Moved out of `self` for the loop, so that the compiler sees that nothing else accesses them.
        var devices: [DeviceState] = []
        swap(&devices, &self.devices)
        defer { swap(&devices, &self.devices) }
        var states = devices.mutableSpan
        let passThrough = rules.passThrough
        let followers = NewerFixes(passThrough)
        var (position, used) = (0, 0)
        var started = StartedFixes()
        repeat {
            let picks = picks.extracting(position...)
            let next = lookup.start(fixes, picks.extracting(started.count...), behind: started, by: followers)
            var group = lookup.resolve(started)
            while let number = group.next() {
                // The fix is not copied: most of it is only needed if something changes.
                let pick = Int(picks[number])
                let local = DeviceRegistry.number(of: fixes[pick].device)
                let place = started.first &+ number
                if fixes[pick].time > states[local].time {
                    states[local].olderTime = DeviceState.never
                    advance(fixes[pick], place, &states[local], passThrough, &lookup, &records)
                    let last = group.lastQuiet
                    used &+= 1 &+ last &- number
                    if last > number {
                        states[local].take(fixes[Int(picks[last])], lookup.memo(of: started.first &+ last))
                    }
                    continue
                }
                group.breakOff(behind: number)
                if let reason = advanceToOld(fixes[pick], place, local, &states[local], &lookup, &records) {
                    reject(picks[number], reason, &rejected)
                } else {
                    used &+= 1
                }
            }
            lookup.descend(next)
            position &+= started.count
            started = next
        } while started.count > 0
        counts.used += used
    }

    /// Evaluates a single fix, without what only pays off in groups.
    ///
    /// - Returns: The reason why it is not used; `nil` if it is used.
    @inline(never)
    mutating func compareAlone(
        _ fix: CompactFix,
        _ local: Int,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        var devices: [DeviceState] = []
        swap(&devices, &self.devices)
        defer { swap(&devices, &self.devices) }
        var states = devices.mutableSpan
        lookup.approach(fix, from: states[local].coordinate, states[local].memo)
        if fix.time > states[local].time {
            states[local].olderTime = DeviceState.never
            advance(fix, LookupGroup.alone, &states[local], rules.passThrough, &lookup, &records)
        } else if let reason = advanceToOld(fix, LookupGroup.alone, local, &states[local], &lookup, &records) {
            return reason
        }
        counts.used += 1
        return nil
    }

    /// Moves a device to a fix, completes the fix's lookup and records the resulting transitions.
    @inline(__always)
    private mutating func advance(
        _ fix: CompactFix,
        _ number: Int,
        _ device: inout DeviceState,
        _ passThrough: PassThrough?,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        isNewer: Bool = true
    ) {
        let mayDiffer =
            if let passThrough {
                take(fix, number, &device, passThrough, &lookup, &records)
            } else {
                device.take(fix, number, &lookup, &hits)
            }
        if mayDiffer { change(&device, fix, isNewer: isNewer, &records) }
    }

    /// Moves a device to a fix that is not newer than its last one, or returns the reason why the fix is not used.
    @inline(never)
    private mutating func advanceToOld(
        _ old: CompactFix,
        _ number: Int,
        _ local: Int,
        _ device: inout DeviceState,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        if let reason = rejection(of: old, after: device, local) { return reason }
        var fix = old
        device.countInInputOrder(&fix)
        advance(fix, number, &device, rules.passThrough, &lookup, &records, isNewer: false)
        return nil
    }

    /// Moves a device to a fix as `DeviceState.take` does, and appends the passages on its path there.
    @inline(never)
    private mutating func take(
        _ fix: CompactFix,
        _ number: Int,
        _ device: inout DeviceState,
        _ passThrough: PassThrough,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        let (last, lastMemo) = (device.lastSighting, device.memo)
        let mayDiffer = device.take(fix, number, &lookup, &hits)
        if let last, !lookup.isFreeOfBoundaries(from: last.coordinate, lastMemo, to: fix.coordinate, device.memo),
            passThrough.connects(last, fix.sighting, within: segmentGapLimit)
        {
            let ends = device.stays.map(\.fence) + (mayDiffer ? hits.fences : [])
            appendPassages(on: Leg(start: last, startAccuracy: .nan, end: fix), apartFrom: ends, &lookup, &records)
        }
        return mayDiffer
    }

    /// Moves a device to the geofences in `hits` and records the resulting transitions.
    @inline(never)
    private mutating func change(
        _ device: inout DeviceState,
        _ fix: CompactFix,
        isNewer: Bool,
        _ records: inout [TransitionRecord]
    ) {
        let change = StayDifference(from: device.stays.span, to: hits)
        if change.isNone { return }
        let enterCause: Transition.Cause = device.isNew ? .initial : .movement
        // Most often only one geofence changes.
        if isNewer, change.isSingleExit {
            let stay = device.stays.remove(at: change.first)
            if snapshot.reports(.exit, stay.fence) {
                records.append(TransitionRecord(.exit, cause: .movement, fence: stay.fence, fix))
            }
            return
        }
        if isNewer, change.isSingleEnter {
            let fence = hits[change.first]
            device.stays.insert(Stay(fence: fence, cause: enterCause, since: fix.time), at: change.first)
            if snapshot.reports(.enter, fence) {
                records.append(TransitionRecord(.enter, cause: enterCause, fence: fence, fix))
            }
            return
        }
        presence.make(change, from: device.stays.span, to: hits, at: fix.time, cause: enterCause)
        swap(&device.stays, &presence.stays)
        let first = records.count
        if !presence.exits.isEmpty { record(.exit, presence.exits, cause: .movement, fix, &records) }
        if !presence.enters.isEmpty { record(.enter, presence.enters, cause: enterCause, fix, &records) }
        if !isNewer { number(&device, before: presence.stays, fix, from: first, &records) }
    }

    /// Records transitions of one kind by geofence identifier, unless the geofence mutes them.
    @inline(__always)
    private func record(
        _ kind: Transition.Kind,
        _ changed: borrowing HitList,
        cause: Transition.Cause,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        guard changed.count == 1 || snapshot.isSortedByID else {
            for fence in snapshot.sortedByID(changed.fences) where snapshot.reports(kind, fence) {
                records.append(TransitionRecord(kind, cause: cause, fence: fence, fix))
            }
            return
        }
        for position in 0..<changed.count where snapshot.reports(kind, changed[position]) {
            records.append(TransitionRecord(kind, cause: cause, fence: changed[position], fix))
        }
    }
}

/// Accepts any newer fix of a device, but none if `passThrough` is set, because the path between two fixes may then
/// have to be checked.
private struct NewerFixes: FollowRule {
    private let areFollowers: UInt64

    init(_ passThrough: PassThrough?) { areFollowers = (passThrough == nil).bit }

    @inline(__always)
    func allow(_ fix: CompactFix, after time: Int64, _ place: Coordinate) -> UInt64 {
        (fix.time > time).bit & areFollowers
    }
}
