extension ShardState {
    /// Returns the reason why a fix may not be used when more than geometry decides; `nil` if it may be used.
    ///
    /// - Parameter device: Not changed; `inout` because borrowing would copy it.
    @inline(__always)
    mutating func rejection(
        of fix: CompactFix,
        _ limits: borrowing FixLimits,
        _ device: inout DeviceState,
        _ track: inout DeviceTrack,
        _ local: Int
    ) -> Rejection? {
        if let reason = limits.rejection(of: fix) { return reason }
        guard device.hasFix else { return nil }
        if fix.time <= device.time, let reason = rejectionOfOld(fix, &device, local) { return reason }
        guard limits.isTooFast(fix, since: device.time, from: device.coordinate) else {
            if track.suspect != nil { forgetSuspect(&track, fix) }
            return nil
        }
        // Two fixes that agree with each other are believed: then the one before them was wrong. A repeat does not
        // count as a second.
        if let kept = track.suspect {
            let suspect = kept.sighting
            if fix.time == suspect.time, fix.coordinate == suspect.coordinate {
                noteOrder(fix, after: kept.fix(of: fix.device))
                return .duplicate
            }
            noteOrder(fix, afterSuspect: suspect)
            // At the same time, another position speaks neither for the suspect nor against it.
            if fix.time == suspect.time { return keepsOnePosition ? .conflicting : .impossibleSpeed }
            if fix.time > suspect.time, !limits.isTooFast(fix, since: suspect.time, from: suspect.coordinate) {
                track.suspect = nil
                return nil
            }
        }
        track.suspect = Suspect(fix)
        return .impossibleSpeed
    }

    /// Whether a device has only one position at each time.
    private var keepsOnePosition: Bool { rules.limits.rejectsConflicts && rules.order == .time }

    /// Forgets a fix that was too fast, because of one that is not.
    @inline(never)
    private mutating func forgetSuspect(_ track: inout DeviceTrack, _ fix: CompactFix) {
        if let suspect = track.suspect { noteOrder(fix, afterSuspect: suspect.sighting) }
        track.suspect = nil
    }

    /// Returns the reason why a fix that is not newer than the device's last one may not be used when more than
    /// geometry decides; `nil` if it may be used.
    @inline(never)
    private mutating func rejectionOfOld(
        _ fix: CompactFix,
        _ device: inout DeviceState,
        _ local: Int
    ) -> Rejection? {
        guard keepsOnePosition, fix.time == device.time else {
            return rejection(of: fix, after: device, local)
        }
        noteOrder(fix, after: device.lastFix(of: fix.device))
        let isRepeat = fix.sequence == device.sequence && fix.sequence != CompactFix.noSequence
        return isRepeat || isKnownPosition(fix, after: device, local) ? .duplicate : .conflicting
    }

    /// Returns the reason why a fix that is not newer than the device's last one may not be used; `nil` if it may be
    /// used.
    @inline(never)
    mutating func rejection(of fix: CompactFix, after last: borrowing DeviceState, _ local: Int) -> Rejection? {
        guard last.hasFix else { return nil }
        if fix.time == last.measuredTime {
            let isSameSequence = fix.sequence == last.sequence
            // If a position counts once for each time, it does so whatever the sequence.
            if fix.coordinate == last.coordinate, isSameSequence || rules.limits.rejectsConflicts { return .duplicate }
            if isSameSequence {
                if fix.sequence != CompactFix.noSequence { return .duplicate }
                return rules.order == .time && isKnownPosition(fix, after: last, local) ? .duplicate : nil
            }
        }
        return rules.order == .time && fix.isBefore(last.lastFix(of: fix.device), bestFirst: false) ? .late : nil
    }

    /// Returns whether the device has already been at the fix's position at the fix's time, and remembers the position.
    private mutating func isKnownPosition(_ fix: CompactFix, after last: borrowing DeviceState, _ local: Int) -> Bool {
        if placesAtSameTime[local]?.time != fix.time {
            placesAtSameTime[local] = PositionsAtOneTime(fix.time, [last.lastFix(of: fix.device)])
        }
        guard let known = placesAtSameTime[local]?.insert(fix) else { return false }
        noteOrder(fix, after: known)
        return true
    }
}
