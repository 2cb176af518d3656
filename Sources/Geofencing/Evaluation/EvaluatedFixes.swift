/// Fixes of one shard, in the order in which they are evaluated.
package struct ShardFixes {
    var fixes: [CompactFix]
    /// The battery charge that came with each of them; empty if charges are not read.
    var batteries: [BatteryCharge]
    /// The indices of the fixes to evaluate.
    var picks: ArraySlice<UInt32>
    var shard: Int
}

/// Fixes of one shard, and the results of their evaluation.
package struct EvaluatedFixes {
    var batch: ShardFixes
    /// The transitions, in the order of the picks.
    var records: ArraySlice<TransitionRecord>
    /// The picks that were not used, in their order.
    var rejected: ArraySlice<RejectedPick>

    /// Passes each pick that was used to `body`, in order.
    func forEachUsedPick<Failure>(_ body: (UInt32) throws(Failure) -> Void) throws(Failure) {
        var rejected = rejected
        for pick in batch.picks {
            if rejected.first?.pick == pick {
                rejected.removeFirst()
            } else {
                try body(pick)
            }
        }
    }
}
