extension ShardState {
    /// Returns when the DWELL of a visit is due, in milliseconds since 1970; `nil` if it has none or its DWELL has been
    /// recorded.
    @inline(__always)
    func dwellDue(_ stay: Stay) -> Int64? {
        let own = hasOwnRules ? snapshot.ownRules(of: stay.fence)?.dwell : nil
        guard !stay.hasDwelled, let dwell = own ?? rules.dwell else { return nil }
        let (due, isBeyond) = stay.since.addingReportingOverflow(max(0, dwell.milliseconds))
        // The last moment of all stands for none in `DeviceTrack.dwellDue`.
        return isBeyond || due == .max ? nil : due
    }

    /// Records the DWELLs that are due, except those of visits that may already be over.
    mutating func recordDwells(
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        var next = Int64.max
        for position in device.stays.indices {
            let stay = device.stays[position]
            guard let due = dwellDue(stay) else { continue }
            if due <= fix.time, track.pending.transition(of: stay.fence) == nil {
                recordDwell(stay, due, fix, &records)
                device.stays[position].hasDwelled = true
            } else {
                next = min(next, due)
            }
        }
        track.dwellDue = next
    }

    /// Records the DWELL of a visit that turns out to be over but lasted long enough.
    @inline(__always)
    func recordMissedDwell(
        _ stay: Stay,
        until end: Int64,
        _ fix: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        if let due = dwellDue(stay), due < end { recordDwell(stay, due, fix, &records) }
    }

    private func recordDwell(_ stay: Stay, _ due: Int64, _ fix: CompactFix, _ records: inout [TransitionRecord]) {
        var record = TransitionRecord(.dwell, cause: stay.cause, fence: stay.fence, fix)
        record.time = due
        record.belong(to: stay)
        record.ordinal = stay.ordinal
        append(record, &records)
    }
}
