extension PlaceLookup {
    /// Starts the lookups of the first fixes at `picks`, a group of them, so that their cache misses overlap.
    ///
    /// - Parameter meet: Told of each device before, once for fixes that follow one another, to ask for what is kept of it.
    /// - Returns: How many they are. Each is to be ended by `finish`, by its number in the group.
    @inline(__always)
    mutating func start(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        of devices: borrowing MutableSpan<DeviceState>,
        meeting meet: (_ local: Int) -> Void = { _ in }
    ) -> Int {
        let count = min(LookupGroup.size, picks.count)
        var met = -1
        for number in 0..<count {
            // Fixes of a shard are here and there in a batch, so the processor does not see which is next.
            fixes.prefetch(Int(picks[min(number + 16, picks.count - 1)]))
            let fix = fixes[Int(picks[number])]
            let local = DeviceRegistry.number(of: fix.device)
            if local != met {
                meet(local)
                met = local
            }
            begin(number, x: fix.coordinate.indexedLongitude, y: fix.latitude, memo: devices[local].memo)
        }
        approach(count)
        return count
    }
}
