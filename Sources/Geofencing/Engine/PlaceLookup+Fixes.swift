extension PlaceLookup {
    /// Starts the lookups of the first fixes at `picks`, a group of them, so that their cache misses overlap.
    ///
    /// - Parameters:
    ///   - meet: Told of each device before, once for fixes that follow one another, to ask for what is kept of it.
    ///   - follows: Whether a fix is used as the next one of its device after another, without a closer look; the lowest bit.
    /// - Returns: Those of them that may change something are to be ended by `finish`, by their number in the group.
    @inline(__always)
    mutating func start(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        of devices: borrowing MutableSpan<DeviceState>,
        meeting meet: (_ local: Int) -> Void = { _ in },
        where follows: (_ fix: CompactFix, _ before: CompactFix) -> UInt64
    ) -> FixGroup {
        let count = min(LookupGroup.size, picks.count)
        var followers: UInt64 = 0
        var before = fixes[Int(picks[0])]
        meet(DeviceRegistry.number(of: before.device))
        for number in 0..<count {
            // Fixes of a shard are here and there in a batch, so the processor does not see which is next.
            fixes.prefetch(Int(picks[min(number + 16, picks.count - 1)]))
            let fix = fixes[Int(picks[number])]
            if fix.device != before.device { meet(DeviceRegistry.number(of: fix.device)) }
            begin(number, x: fix.coordinate.indexedLongitude, y: fix.latitude)
            let isNext = (fix.device == before.device).bit & (fix.time > before.time).bit
            followers = followers &>> 1 | (isNext & follows(fix, before)) &<< 63
            before = fix
        }
        if picks.count == 1 {
            approach(from: devices[DeviceRegistry.number(of: before.device)].memo)
        } else {
            approach(count)
        }
        followers &>>= UInt64(truncatingIfNeeded: 64 &- count)
        let group = FixGroup(count: count, followers: followers, same: sameAsBefore(count))
        var rest = group
        while let number = rest.next() { fetchAnswer(number) }
        return group
    }
}
