extension ShardState {
    /// Evaluates the fixes at `picks` in turn, all of devices of this shard.
    ///
    /// Appends to `records` for each fix what the rules make of it, in the order of output, and to `rejected` the picks that
    /// were not used.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        makeRoom(for: fixes, picks)
        // Out of `self`, so that no reference to an index is counted.
        var lookup: SnapshotLookup?
        swap(&lookup, &self.lookup)
        // Once a batch, so that the loops are compiled for each kind of lookup.
        switch consume lookup {
        case .plain(.reference(var own)):
            evaluate(fixes, picks, &own, &records, &rejected)
            self.lookup = .plain(.reference(own))
        case .plain(.cells(var own)):
            evaluate(fixes, picks, &own, &records, &rejected)
            self.lookup = .plain(.cells(own))
        case .layered(var own):
            evaluate(fixes, picks, &own, &records, &rejected)
            self.lookup = .layered(own)
        case nil: break
        }
    }

    @inline(__always)
    private mutating func evaluate(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        prefetchFirst(fixes, picks, lookup)
        if isTracking {
            track(fixes, picks, &lookup, &records, &rejected)
        } else {
            compare(fixes, picks, &lookup, &records, &rejected)
        }
    }

    /// Evaluates fixes by geometry alone.
    @inline(__always)
    private mutating func compare(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        // Out of `self` for the loop, so that the compiler sees that nothing else touches them.
        var devices: [DeviceState] = []
        swap(&devices, &self.devices)
        var states = devices.mutableSpan
        let passThrough = rules.passThrough
        var (started, used) = (0, 0)
        while started < picks.count {
            let group = picks.extracting(started...)
            let count = lookup.start(fixes, group, of: states)
            for number in 0..<count {
                var fix = fixes[Int(group[number])]
                let local = DeviceRegistry.number(of: fix.device)
                // Most fixes are newer than the last; only the others need a closer look.
                let isNewer = fix.time > states[local].time
                if !isNewer {
                    if let reason = rejection(of: fix, after: states[local], local) {
                        reject(group[number], reason, &rejected)
                        continue
                    }
                    states[local].countWhereItComes(&fix)
                }
                used &+= 1
                let hasMoved =
                    if let passThrough {
                        take(fix, number, &states[local], passThrough, &lookup, &records)
                    } else {
                        states[local].take(fix, number, &lookup, &hits)
                    }
                if hasMoved { change(&states[local], fix, isNewer: isNewer, &records) }
            }
            started &+= count
        }
        counts.used += used
        swap(&devices, &self.devices)
    }

    /// Tells that a fix of the batch is not used, and counts it.
    @inline(never)
    mutating func reject(_ pick: UInt32, _ reason: Rejection, _ rejected: inout [RejectedPick]) {
        rejected.append(RejectedPick(pick: pick, reason: reason))
        counts.reject(reason)
    }

    /// Takes a device to a fix as `DeviceState.take` does, and appends what it passed through on its way there.
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
        let hasMoved = device.take(fix, number, &lookup, &hits)
        if let last, !lookup.isFreeOfBoundaries(between: lastMemo, device.memo),
            passThrough.connects(last, fix.sighting, within: longestWay)
        {
            let ends = device.stays.map(\.fence) + (hasMoved ? hits.slots : [])
            appendPassages(on: Way(start: last, startAccuracy: .nan, end: fix), apartFrom: ends, &lookup, &records)
        }
        return hasMoved
    }

    mutating func makeRoom(for fixes: Span<CompactFix>, _ picks: Span<UInt32>) {
        var last: UInt32 = 0
        for position in picks.indices { last = max(last, fixes[Int(picks[position])].device) }
        let needed = picks.isEmpty ? 0 : DeviceRegistry.number(of: last) + 1
        while devices.count < needed { devices.append(DeviceState()) }
    }

    /// Why a fix that is not newer than the device's last one may not be used.
    @inline(never)
    mutating func rejection(of fix: CompactFix, after last: borrowing DeviceState, _ local: Int) -> Rejection? {
        guard last.hasFix else { return nil }
        if fix.time == last.time || fix.time == last.olderTime, fix.sequence == last.sequence {
            if fix.sequence != CompactFix.noSequence || fix.coordinate == last.coordinate { return .duplicate }
            return rules.order == .time && isKnownPlace(fix, after: last, local) ? .duplicate : nil
        }
        return rules.order == .time && fix.precedes(last.time, last.sequence) ? .late : nil
    }

    /// Whether the device has already been at the fix's place at the fix's time; remembers that it has now.
    mutating func isKnownPlace(_ fix: CompactFix, after last: borrowing DeviceState, _ local: Int) -> Bool {
        var (time, places) = placesAtSameTime[local] ?? (fix.time, [last.coordinate])
        if time != fix.time { (time, places) = (fix.time, [last.coordinate]) }
        guard !places.contains(fix.coordinate) else { return true }
        placesAtSameTime[local] = (time, places + CollectionOfOne(fix.coordinate))
        return false
    }

    /// Takes a device to the geofences in `hits` and records what that means.
    @inline(never)
    private mutating func change(
        _ device: inout DeviceState,
        _ fix: CompactFix,
        isNewer: Bool,
        _ records: inout [TransitionRecord]
    ) {
        let change = StayChange(from: device.stays.span, to: hits)
        if change.isNone { return }
        let enterCause: Transition.Cause = device.isNew ? .initial : .movement
        // Most often it is one geofence of them.
        if isNewer, change.isOneExit {
            let stay = device.stays.remove(at: change.first)
            if snapshot.reports(.exit, stay.fence) {
                records.append(TransitionRecord(.exit, cause: .movement, fence: stay.fence, fix))
            }
            return
        }
        if isNewer, change.isOneEnter {
            let fence = hits[change.first]
            device.stays.insert(Stay(fence: fence, since: fix.time), at: change.first)
            if snapshot.reports(.enter, fence) {
                records.append(TransitionRecord(.enter, cause: enterCause, fence: fence, fix))
            }
            return
        }
        move.follow(change, from: device.stays.span, to: hits, at: fix.time)
        swap(&device.stays, &move.stays)
        let first = records.count
        if !move.exits.isEmpty { record(.exit, move.exits, cause: .movement, fix, &records) }
        if !move.enters.isEmpty { record(.enter, move.enters, cause: enterCause, fix, &records) }
        if !isNewer { number(&device, before: move.stays, fix, from: first, &records) }
    }

    /// Records transitions of one kind by geofence identifier, unless the geofence mutes them.
    @inline(__always)
    private func record(
        _ kind: Transition.Kind,
        _ fences: borrowing HitList,
        cause: Transition.Cause,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        guard fences.count == 1 || snapshot.isSortedByID else {
            for fence in snapshot.sortedByID(fences.slots) where snapshot.reports(kind, fence) {
                records.append(TransitionRecord(kind, cause: cause, fence: fence, fix))
            }
            return
        }
        for position in 0..<fences.count where snapshot.reports(kind, fences[position]) {
            records.append(TransitionRecord(kind, cause: cause, fence: fences[position], fix))
        }
    }
}

extension DeviceState {
    /// Makes `fix` the last one and ends its lookup; `false` if it certainly is in the same geofences as the one before.
    @inline(__always)
    mutating func take(
        _ fix: CompactFix,
        _ number: Int,
        _ lookup: inout some PlaceLookup,
        _ hits: inout HitList
    ) -> Bool {
        let isFirst = !hasFix
        time = fix.time
        sequence = fix.sequence
        latitude = fix.latitude
        longitude = fix.longitude
        isNew = isFirst
        return lookup.finish(
            number,
            x: fix.coordinate.indexedLongitude,
            y: fix.latitude,
            memo: &memo,
            hits: &hits
        )
    }
}
