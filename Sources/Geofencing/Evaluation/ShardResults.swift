/// What an engine finds in fixes of several shards.
struct ShardResults {
    var records: [TransitionRecord] = []
    /// The fixes that were not used.
    var unused: [RejectedPick] = []
    /// Whether the input must be sorted for each fix to count in its place.
    var asksForSorting = false

    /// Evaluates fixes of a shard with an engine, and tells an observer what came of them.
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
        if asks { asksForSorting = true }
        observer?(EvaluatedFixes(batch: batch, records: records[recordsBefore...], rejected: unused[unusedBefore...]))
    }

    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        unused.removeAll(keepingCapacity: true)
    }
}
