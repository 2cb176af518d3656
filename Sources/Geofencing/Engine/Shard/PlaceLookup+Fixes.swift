extension PlaceLookup {
    /// Starts the lookups of the first fixes at `picks`, a group of them, so that their cache misses overlap, while those of the group
    /// before are on their way. Starts none where there are no picks.
    ///
    /// - Parameter rule: Which fixes are used as the next ones of their devices without a closer look.
    @inline(__always)
    mutating func start(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        behind last: StartedFixes,
        by rule: some FollowRule
    ) -> StartedFixes {
        let count = min(LookupGroup.size, picks.count)
        var started = StartedFixes(first: last.first ^ LookupGroup.size, count: count)
        guard count > 0 else { return started }
        var before = fixes[Int(picks[0])]
        for number in 0..<count {
            // Fixes of a shard are here and there in a batch, so the processor does not see which is next.
            fixes.prefetch(Int(picks[min(number &+ 16, picks.count &- 1)]))
            let fix = fixes[Int(picks[number])]
            begin(started.first &+ number, x: fix.coordinate.indexedLongitude, y: fix.latitude)
            let isSame = (fix.device == before.device).bit
            started.followers =
                started.followers &>> 1 | (isSame & rule.allow(fix, after: before.time, before.coordinate)) &<< 63
            before = fix
        }
        started.followers &>>= UInt64(truncatingIfNeeded: 64 &- count)
        return started
    }

    /// Takes started fixes to where their geofences are found, without waiting for what is read there.
    @inline(__always)
    mutating func descend(_ started: StartedFixes) {
        if started.count > 0 { descend(from: started.first, count: started.count) }
    }

    /// Those of the fixes that came down last that may change something are to be ended by `finish`, by their number in the group from
    /// `started.first` on.
    @inline(__always)
    mutating func resolve(_ started: StartedFixes) -> FixGroup {
        guard started.count > 0 else { return .none }
        resolve(from: started.first)
        let group = FixGroup(
            count: started.count,
            followers: started.followers,
            same: sameAsBefore(from: started.first, count: started.count)
        )
        var rest = group
        while let number = rest.next() { fetchAnswer(started.first &+ number) }
        return group
    }

    /// Looks a fix up that is alone, which may still be where the memo of its device knows, and looks ahead to where the device is next if
    /// it goes on as it came there from its last one. `finish` is to end it by the number `LookupGroup.alone`.
    @inline(__always)
    mutating func approach(_ fix: CompactFix, from last: Coordinate, _ memo: LookupMemo) {
        // Before the fix itself, which most likely waits for memory.
        lookAhead(x: 2 * fix.longitude - last.longitude, y: 2 * fix.latitude - last.latitude, from: memo)
        approach(x: fix.coordinate.indexedLongitude, y: fix.latitude, from: memo)
    }
}
