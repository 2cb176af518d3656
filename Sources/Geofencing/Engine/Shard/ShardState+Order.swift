/// Tracks whether fixes arrive in the order in which they count.
///
/// A fix that was not used does not show in the device's last used fix; whether a later fix counts before it is
/// recorded where the unused fix is remembered.
extension ShardState {
    /// Whether an input with the fixes so far must be sorted so that each counts in its proper position.
    var needsSorting: Bool { rules.order == .time && (hasDisorder || counts.rejected[.late] != nil) }

    /// Notes whether a fix may count before one that was too fast and came before it.
    mutating func noteOrder(_ fix: CompactFix, after suspect: Sighting) {
        // Which of the two counts first at one time is not known: the suspect's sequence number and accuracy are not kept.
        if fix.time <= suspect.time { hasDisorder = true }
    }

    /// Notes whether a fix counts before the device's last used one, which is of the same time.
    mutating func noteOrder(_ fix: CompactFix, afterLastOf device: borrowing DeviceState) {
        if fix.isBefore(device.lastFix(of: fix.device), bestFirst: rules.limits.rejectsConflicts) { hasDisorder = true }
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
