/// Tracks whether fixes arrive in the order in which they count.
///
/// A fix that was not used does not show in the device's last used fix; whether a later fix counts before it is
/// recorded where the unused fix is remembered.
extension ShardState {
    /// Whether an input with the fixes so far must be sorted so that each counts in its proper position.
    var needsSorting: Bool { rules.order == .time && (hasDisorder || counts.rejected[.late] != nil) }

    /// Notes whether a fix may count before one that was too fast and came before it.
    mutating func noteOrder(_ fix: CompactFix, afterSuspect suspect: Sighting) {
        // At one time there may be others that were not used, and which of those are before it is not known.
        if fix.time <= suspect.time { hasDisorder = true }
    }

    /// Notes whether a fix counts before one of the same time that came before it.
    mutating func noteOrder(_ fix: CompactFix, after other: CompactFix) {
        if fix.isBefore(other, bestFirst: rules.limits.rejectsConflicts) { hasDisorder = true }
    }
}

extension GeofenceEngine {
    /// Whether an input with the fixes so far must be sorted so that each counts in its proper position.
    var needsSorting: Bool {
        var asks = false
        shards.withEach { if $0.needsSorting { asks = true } }
        return asks
    }
}
