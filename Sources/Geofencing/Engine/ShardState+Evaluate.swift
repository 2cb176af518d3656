extension ShardState {
    /// Evaluates the fixes at `picks` in turn, all of devices of this shard.
    ///
    /// Appends to `records` for each fix EXIT before ENTER and each by geofence identifier, and to `rejected` the picks
    /// that were not used.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        switch lookup {
        case .plain(.reference(var own)):
            evaluate(fixes, picks, &own, &records, &rejected)
            lookup = .plain(.reference(own))
        case .plain(.cells(var own)):
            evaluate(fixes, picks, &own, &records, &rejected)
            lookup = .plain(.cells(own))
        case .layered(var own):
            evaluate(fixes, picks, &own, &records, &rejected)
            lookup = .layered(own)
        }
    }

    /// Evaluates one fix of a device of this shard.
    mutating func evaluate(_ fix: CompactFix, records: inout [TransitionRecord]) {
        let picks: [UInt32] = [0]
        var rejected: [RejectedPick] = []
        evaluate(CollectionOfOne(fix).span, picks: picks.span, records: &records, rejected: &rejected)
    }

    @inline(__always)
    private mutating func evaluate(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        for position in picks.indices {
            let pick = picks[position]
            let fix = fixes[Int(pick)]
            let local = Int(fix.device) / DeviceRegistry.shardCount
            if local >= devices.count { makeRoom(for: local) }
            // Most fixes are newer than the last; only the others need a closer look.
            if fix.time <= devices[local].time, let reason = rejection(of: fix, local) {
                counts.reject(reason)
                rejected.append(RejectedPick(pick: pick, reason: reason))
                continue
            }
            counts.used += 1
            if devices[local].take(fix, &lookup, &hits) { changeStays(local, fix, &records) }
        }
    }

    private mutating func makeRoom(for local: Int) {
        while devices.count <= local { devices.append(DeviceState()) }
    }

    /// Why a fix that is not newer than the device's last one may not be used.
    private mutating func rejection(of fix: CompactFix, _ local: Int) -> Rejection? {
        let device = devices[local]
        guard device.hasFix else { return nil }
        if fix.time == device.time, fix.sequence == device.sequence {
            if fix.sequence != CompactFix.noSequence || fix.coordinate == device.coordinate { return .duplicate }
            return order == .time && isKnownPlace(fix, local) ? .duplicate : nil
        }
        return order == .time && fix.precedes(device.time, device.sequence) ? .late : nil
    }

    /// Whether the device has already been at the fix's place at the fix's time; remembers that it has now.
    private mutating func isKnownPlace(_ fix: CompactFix, _ local: Int) -> Bool {
        let last = devices[local]
        var (time, places) = placesAtSameTime[local] ?? (fix.time, [last.coordinate])
        if time != fix.time { (time, places) = (fix.time, [last.coordinate]) }
        guard !places.contains(fix.coordinate) else { return true }
        placesAtSameTime[local] = (time, places + CollectionOfOne(fix.coordinate))
        return false
    }

    /// Takes a device to the geofences in `hits` and records what that means.
    private mutating func changeStays(_ local: Int, _ fix: CompactFix, _ records: inout [TransitionRecord]) {
        guard move.compare(devices[local].stays, with: hits.slots, at: fix.time) else { return }
        let cause: Transition.Cause = devices[local].isNew ? .initial : .movement
        swap(&devices[local].stays, &move.stays)
        record(.exit, move.exits, cause: .movement, fix, &records)
        record(.enter, move.enters, cause: cause, fix, &records)
    }

    /// Records transitions of one kind by geofence identifier, unless the geofence mutes them.
    private func record(
        _ kind: Transition.Kind,
        _ fences: [UInt32],
        cause: Transition.Cause,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        let sorted = fences.count > 1 ? snapshot.sortedByID(fences) : fences
        for fence in sorted where snapshot.reports(kind, fence) {
            records.append(TransitionRecord(kind, cause: cause, fence: fence, fix))
        }
    }
}

extension DeviceState {
    /// Makes `fix` the last one; `false` if it certainly is in the same geofences as the one before.
    @inline(__always)
    mutating func take(_ fix: CompactFix, _ lookup: inout some PlaceLookup, _ hits: inout HitList) -> Bool {
        let isFirst = !hasFix
        time = fix.time
        sequence = fix.sequence
        latitude = fix.latitude
        longitude = fix.longitude
        isNew = isFirst
        return lookup.lookUp(x: fix.coordinate.indexedLongitude, y: fix.latitude, memo: &memo, hits: &hits)
    }
}
