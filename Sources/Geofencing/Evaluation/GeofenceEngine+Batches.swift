extension GeofenceEngine {
    /// Evaluates fixes that are already in memory, in batches, each device's in the order given.
    ///
    /// - Parameters:
    ///   - size: The number of fixes in a batch; tests use others. In larger batches, more fixes of a device follow one
    ///     another.
    ///   - body: Called with the transitions of each batch and its fixes that were not used.
    package func evaluateBatches(
        _ fixes: [CompactFix],
        batch size: Int = 1 << 15,
        _ body: (_ records: [TransitionRecord], _ unused: [CompactFix]) -> Void
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
            body(records, unused.map { batch[Int($0.pick)] })
        }
    }
}
