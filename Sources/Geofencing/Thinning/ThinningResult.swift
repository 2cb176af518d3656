/// What a rule would have saved and lost.
package struct ThinningResult {
    package let rule: ThinningRule
    package let counts: ThinningCounts

    /// The transitions that the thinned stream shows late, at `decidedTime`, or not at all, in which case `decidedTime`
    /// is `neverShown`. To be drained in order.
    package var changes: TransitionSorter

    /// The time that marks a lost transition as never shown.
    package static let neverShown = Int64.max
}

/// Counts of fixes and transitions.
package struct ThinningCounts: Sendable, Hashable {
    /// The number of used fixes.
    package var fixes = 0
    /// The number of used fixes that carried a battery charge, where it is read.
    package var withBattery = 0
    /// The number of fixes that the rule has the device send.
    package var sent = 0
    /// The number of transitions that the thinned stream shows at the same fix.
    package var onTime = 0
    /// The number of transitions that it shows at a later fix.
    package var late = 0
    /// The number of transitions that it never shows.
    package var lost = 0
    /// The number of visits of which both transitions are lost and in whose place the thinned stream shows none.
    package var lostVisits = 0
    /// The longest delay of a late transition, in milliseconds.
    package var longestDelay: Int64 = 0

    /// The number of fixes that the rule saves.
    package var saved: Int { fixes - sent }

    mutating func add(_ other: ThinningCounts) {
        fixes += other.fixes
        withBattery += other.withBattery
        sent += other.sent
        onTime += other.onTime
        late += other.late
        lost += other.lost
        lostVisits += other.lostVisits
        longestDelay = max(longestDelay, other.longestDelay)
    }

    /// Counts a transition that is not shown.
    mutating func lose(_ record: TransitionRecord) -> TransitionRecord {
        lost += 1
        var record = record
        record.decidedTime = ThinningResult.neverShown
        return record
    }

    /// Counts a transition that a fix of this time shows, and returns it unless that is the fix that decided it.
    mutating func show(_ record: TransitionRecord, at time: Int64) -> TransitionRecord? {
        if record.decidedTime == time {
            onTime += 1
            return nil
        }
        late += 1
        longestDelay = max(longestDelay, time - record.decidedTime)
        var record = record
        record.decidedTime = time
        return record
    }
}
