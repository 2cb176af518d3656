extension GeofenceEngine {
    /// Evaluates fixes that are in memory already, in batches, each device's in the order given.
    ///
    /// - Parameters:
    ///   - size: How many fixes a batch has, another number in tests; in more of them more of a device follow one another.
    ///   - body: Gets the transitions of each batch.
    package func evaluateBatches(
        _ fixes: [CompactFix],
        batch size: Int = 1 << 15,
        _ body: ([TransitionRecord]) -> Void
    ) {
        var picks = ShardPicks()
        var records: [TransitionRecord] = []
        var unused: [RejectedPick] = []
        for start in stride(from: 0, to: fixes.count, by: size) {
            let batch = fixes.span.extracting(start..<min(start + size, fixes.count))
            picks.sort(batch)
            records.removeAll(keepingCapacity: true)
            unused.removeAll(keepingCapacity: true)
            for shard in 0..<DeviceRegistry.shardCount {
                let positions = picks.positions(of: shard)
                evaluate(batch, picks: positions.span, shard: shard, records: &records, rejected: &unused)
            }
            body(records)
        }
    }
}
