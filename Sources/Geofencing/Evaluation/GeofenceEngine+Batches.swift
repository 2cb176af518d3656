extension GeofenceEngine {
    /// The number of fixes in a batch; in a larger one, more fixes of a device follow one another.
    private static let batchSize = 1 << 15

    /// Evaluates fixes that are already in memory, in batches, each device's in the order given.
    ///
    /// - Parameter body: Called with the transitions of each batch and its fixes that were not used.
    package func evaluateBatches(
        _ fixes: [CompactFix],
        _ body: (_ records: [TransitionRecord], _ unused: [CompactFix]) -> Void
    ) {
        var picks = ShardPicks()
        var records: [TransitionRecord] = []
        var unused: [RejectedPick] = []
        for start in stride(from: 0, to: fixes.count, by: Self.batchSize) {
            let batch = fixes.span.extracting(start..<min(start + Self.batchSize, fixes.count))
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
