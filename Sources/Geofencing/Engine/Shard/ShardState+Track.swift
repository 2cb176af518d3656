extension ShardState {
    /// Evaluates fixes when more than geometry decides, group by group.
    ///
    /// A fix costs more than under `raw` only while the device is measured on a side other than the one it is known to
    /// be on, or while a DWELL is due: no policy changes anything if the two agree, so no distance is needed then.
    @inline(__always)
    mutating func track(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        var (devices, tracks): ([DeviceState], [DeviceTrack]) = ([], [])
        lend(&devices, &tracks)
        defer { lend(&devices, &tracks) }
        let limits = trackLimits
        let followLimits = limits.followLimits
        var states = devices.mutableSpan
        var spans = tracks.mutableSpan
        var position = 0
        var started = StartedFixes()
        repeat {
            let picks = picks.extracting(position...)
            let upcoming = picks.extracting(started.count...)
            let next = lookup.start(fixes, upcoming, behind: started, by: followLimits)
            // These include at least the first fix of each device.
            var others = next.others
            while let number = others.takeLowestBit() {
                spans[DeviceRegistry.number(of: fixes[Int(upcoming[number])].device)].prefetch()
            }
            var group = lookup.resolve(started)
            while let number = group.next() {
                let fix = fixes[Int(picks[number])]
                let local = DeviceRegistry.number(of: fix.device)
                let isFollower = group.isFollower(number)
                let place = started.first &+ number
                let isDone =
                    !isFollower
                    && follow(fix, place, by: limits, &states[local], &spans[local], lookup, &records)
                let reason =
                    isDone
                    ? nil
                    : track(
                        fix,
                        number: place,
                        isFollower: isFollower,
                        by: limits,
                        &states[local],
                        &spans[local],
                        &lookup,
                        &records
                    )
                if let reason {
                    reject(picks[number], reason, &rejected)
                    group.breakOff(behind: number)
                } else if states[local].olderTime != DeviceState.never {
                    group.breakOff(behind: number)
                } else if group.lastQuiet > number {
                    let last = group.lastQuiet
                    var quiet = number
                    while states[local].isOpen, quiet < last {
                        quiet &+= 1
                        decide(fixes[Int(picks[quiet])], limits.policy, &states[local], &spans[local], &records)
                    }
                    states[local].take(fixes[Int(picks[last])], lookup.memo(of: started.first &+ last))
                    counts.used &+= last &- number
                }
            }
            lookup.descend(next)
            position &+= started.count
            started = next
        } while started.count > 0
    }

    /// Moves the state of the devices out of `self`, so that one device's can be written while `self` is; a second call
    /// moves it back.
    @inline(__always)
    private mutating func lend(_ devices: inout [DeviceState], _ tracks: inout [DeviceTrack]) {
        swap(&devices, &self.devices)
        swap(&tracks, &self.tracks)
    }

    /// Evaluates a single fix, without what only pays off in groups.
    ///
    /// - Returns: The reason why it is not used; `nil` if it is used.
    @inline(never)
    mutating func trackAlone(
        _ fix: CompactFix,
        _ local: Int,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        var (devices, tracks): ([DeviceState], [DeviceTrack]) = ([], [])
        lend(&devices, &tracks)
        defer { lend(&devices, &tracks) }
        let limits = trackLimits
        var states = devices.mutableSpan
        var spans = tracks.mutableSpan
        spans[local].prefetch()
        lookup.approach(fix, from: states[local].coordinate, states[local].memo)
        if follow(fix, LookupGroup.alone, by: limits, &states[local], &spans[local], lookup, &records) { return nil }
        return track(
            fix,
            number: LookupGroup.alone,
            isFollower: false,
            by: limits,
            &states[local],
            &spans[local],
            &lookup,
            &records
        )
    }

    /// Moves a device to a fix that is certainly used and in the same geofences as the last one; returns `false`,
    /// having done nothing, if it may not be.
    @inline(__always)
    private mutating func follow(
        _ fix: CompactFix,
        _ number: Int,
        by limits: borrowing TrackLimits,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ lookup: borrowing some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        guard track.suspect == nil, limits.followLimits.allow(fix, after: device.time, device.coordinate) != 0,
            lookup.isSame(number, as: device.memo)
        else { return false }
        counts.used &+= 1
        device.take(fix, lookup.memo(of: number))
        if device.isOpen { decide(fix, limits.policy, &device, &track, &records) }
        return true
    }

    /// Decides the pending transitions of a device with a fix that is in the same geofences as the last one.
    @inline(never)
    private mutating func decide(
        _ fix: CompactFix,
        _ policy: TransitionPolicy,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ records: inout [TransitionRecord]
    ) {
        let firstRecord = records.count
        settle(&device, &track, fix, policy, &records)
        if records.count > firstRecord + 1 { snapshot.sortByOutput(&records, from: firstRecord) }
    }

    /// Evaluates one fix whose lookup has been started, by the number of that lookup.
    ///
    /// - Parameter isFollower: Whether the fix is known to be used.
    /// - Returns: The reason why it is not used; `nil` if it is used.
    @inline(__always)
    private mutating func track(
        _ started: CompactFix,
        number: Int,
        isFollower: Bool,
        by limits: borrowing TrackLimits,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        var fix = started
        if !isFollower {
            let local = DeviceRegistry.number(of: fix.device)
            if let reason = rejection(of: fix, limits.fixLimits, &device, &track, local) { return reason }
        }
        device.countInInputOrder(&fix)
        counts.used &+= 1
        let (last, lastMemo, lastAccuracy) = (device.lastSighting, device.memo, device.accuracy)
        let firstRecord = records.count
        var cause = last == nil ? Transition.Cause.initial : .movement
        if let last, Self.isSilence(from: last.time, to: fix.time, over: limits.staleAfter) {
            closeStays(&device, &track, last, fix, &records)
            cause = .gap
        }
        let mayDiffer = device.take(fix, number, &lookup, &hits)
        if let passThrough = limits.passThrough, let last, cause == .movement,
            !lookup.isFreeOfBoundaries(from: last.coordinate, lastMemo, to: fix.coordinate, device.memo),
            passThrough.connects(last, fix.sighting, within: segmentGapLimit)
        {
            let leg = Leg(start: last, startAccuracy: lastAccuracy, end: fix)
            pass(on: leg, mayDiffer: mayDiffer, limits.policy, &device, &track, &lookup, &records)
        } else {
            if mayDiffer { updatePending(device, &track.pending, fix, last, cause) }
            if mayDiffer || device.isOpen { settle(&device, &track, fix, limits.policy, &records) }
        }
        if records.count > firstRecord + 1 { snapshot.sortByOutput(&records, from: firstRecord) }
        return nil
    }

    /// Settles what a fix means, and appends the passages on the device's path there.
    @inline(never)
    private mutating func pass(
        on leg: Leg,
        mayDiffer: Bool,
        _ policy: TransitionPolicy,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) {
        let met = device.stays.map(\.fence) + track.pending.map(\.fence)
        let undecided = track.pending.filter { !$0.isExit && $0.cause == .movement }
        if mayDiffer { updatePending(device, &track.pending, leg.end, leg.start, .movement) }
        settle(&device, &track, leg.end, policy, &records)
        let open = device.stays.map(\.fence) + track.pending.map(\.fence)
        appendPassages(on: leg, apartFrom: met + open, &lookup, &records)
        for transition in undecided where !open.contains(transition.fence) {
            appendUndecidedPassage(transition, on: leg, &lookup, &records)
        }
    }

    /// Returns whether two times of a device, in order, are more than `limit` milliseconds apart. As an unsigned
    /// number, no difference is too large.
    @inline(__always)
    static func isSilence(from last: Int64, to time: Int64, over limit: UInt64) -> Bool {
        UInt64(bitPattern: time &- last) > limit
    }
}
