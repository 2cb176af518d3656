/// Fixes of one shard, in the order in which they are evaluated.
package struct ShardFixes {
    package var fixes: [CompactFix]
    /// The charge that came with each of them; empty where charges are not read.
    package var batteries: [BatteryCharge]
    /// Which of the fixes are meant.
    package var picks: ArraySlice<UInt32>
    package var shard: Int
}

/// Fixes of one shard, and what came of them.
package struct EvaluatedFixes {
    package var batch: ShardFixes
    /// The transitions, in the order of the picks.
    package var records: ArraySlice<TransitionRecord>
    /// The picks that were not used, in their order.
    package var rejected: ArraySlice<RejectedPick>

    /// Hands out each of the picks that were used, in their order.
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
