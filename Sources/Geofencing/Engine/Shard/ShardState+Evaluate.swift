extension ShardState {
    /// Evaluates the fixes at `picks` one after another; all must be of devices of this shard for which there is room.
    ///
    /// For each fix, appends the transitions that the rules make of it to `records`, in output order, and appends the
    /// picks that were not used to `rejected`.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        // Moved out of `self`, so that no reference to an index is counted.
        var lookup = SnapshotLookup.lent
        swap(&lookup, &self.lookup)
        // Once per batch, so that the loops are compiled for each kind of lookup.
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
        case .lent: break
        }
        if !crowded.isEmpty { forgetInstantVisits() }
    }

    @inline(__always)
    private mutating func evaluate(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        if isTracking {
            track(fixes, picks, &lookup, &records, &rejected)
        } else {
            compare(fixes, picks, &lookup, &records, &rejected)
        }
    }

    /// Reports and counts a fix of the batch that is not used.
    @inline(never)
    mutating func reject(_ pick: UInt32, _ reason: Rejection, _ rejected: inout [RejectedPick]) {
        rejected.append(RejectedPick(pick: pick, reason: reason))
        counts.reject(reason)
    }

    /// Makes room for `count` devices of this shard.
    mutating func makeRoom(for count: Int) {
        while devices.count < count { devices.append(DeviceState()) }
        if isTracking { while tracks.count < devices.count { tracks.append(DeviceTrack()) } }
    }
}

extension DeviceState {
    /// Makes `fix` the last one and completes its lookup; returns `false` if it is certainly in the same geofences as
    /// the one before.
    @inline(__always)
    mutating func take(
        _ fix: CompactFix,
        _ number: Int,
        _ lookup: inout some PlaceLookup,
        _ hits: inout HitList
    ) -> Bool {
        isNew = !hasFix
        take(fix)
        return lookup.finish(
            number,
            x: fix.coordinate.indexedLongitude,
            y: fix.latitude,
            memo: &memo,
            hits: &hits
        )
    }

    /// Makes `fix` the last one; it must not be the first, and must be in the same geofences as the one before.
    @inline(__always)
    mutating func take(_ fix: CompactFix, _ memo: LookupMemo) {
        isNew = false
        olderTime = Self.never
        take(fix)
        self.memo = memo
    }

    @inline(__always)
    private mutating func take(_ fix: CompactFix) {
        time = fix.time
        sequence = fix.sequence
        latitude = fix.latitude
        longitude = fix.longitude
        accuracy = fix.horizontalAccuracy
    }
}
