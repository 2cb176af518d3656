extension PlaceLookup {
    /// Starts the lookups of the first fixes at `picks`, as one group, so that their cache misses overlap, while those
    /// of the previous group are under way. Starts nothing if there are no picks.
    ///
    /// - Parameter rule: Determines which fixes are used as the next ones of their devices without further checks.
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
            // The fixes of a shard are scattered over a batch, so the processor cannot predict which is next.
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

    /// Moves started fixes on to where their geofences are found, without waiting for the memory that is read there.
    @inline(__always)
    mutating func descend(_ started: StartedFixes) {
        if started.count > 0 { descend(from: started.first, count: started.count) }
    }

    /// Returns the group of the started fixes, the last to have descended. Those of them that may change something must
    /// be completed by `finish`, by their number in the group plus `started.first`.
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

    /// Looks up a single fix, which may still be in the cell that its device's memo describes, and prefetches for where
    /// the device will be next if it keeps moving as it did since its last fix. The lookup must be completed by
    /// `finish`, with the number `LookupGroup.alone`.
    @inline(__always)
    mutating func approach(_ fix: CompactFix, from last: Coordinate, _ memo: LookupMemo) {
        // Before the lookup of the fix itself, which most likely stalls on a cache miss.
        lookAhead(x: 2 * fix.longitude - last.longitude, y: 2 * fix.latitude - last.latitude, from: memo)
        approach(x: fix.coordinate.indexedLongitude, y: fix.latitude, from: memo)
    }
}
