/// The results of an engine for fixes of several shards.
struct ShardResults {
    var records: [TransitionRecord] = []
    /// The fixes that were not used.
    var unused: [RejectedPick] = []
    /// Whether the input must be sorted so that each fix counts in its proper position.
    var needsSorting = false

    /// Evaluates fixes of a shard with an engine, and passes the results to an observer.
    mutating func add(
        _ batch: ShardFixes,
        by engine: GeofenceEngine,
        telling observer: (@Sendable (EvaluatedFixes) -> Void)?
    ) {
        let (recordsBefore, unusedBefore) = (records.count, unused.count)
        let asks = engine.evaluate(
            batch.fixes.span,
            picks: batch.picks.span,
            shard: batch.shard,
            records: &records,
            rejected: &unused
        )
        if asks { needsSorting = true }
        observer?(EvaluatedFixes(batch: batch, records: records[recordsBefore...], rejected: unused[unusedBefore...]))
    }

    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        unused.removeAll(keepingCapacity: true)
    }
}
