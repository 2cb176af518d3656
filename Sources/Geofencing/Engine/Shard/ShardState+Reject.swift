extension ShardState {
    /// Why a fix may not be used where more than geometry decides.
    ///
    /// - Parameter device: Is not changed; to borrow it would copy it.
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
        // Two that agree with each other are believed: then it was the one before them that was wrong. A repeat is not two.
        if let suspect = track.suspect {
            if fix.time == suspect.time, fix.coordinate == suspect.coordinate { return .duplicate }
            noteOrder(fix, after: suspect)
            // At its own time another place speaks neither for it nor against it.
            if fix.time == suspect.time { return takesOnePlace ? .conflicting : .impossibleSpeed }
            if fix.time > suspect.time, !limits.isTooFast(fix, since: suspect.time, from: suspect.coordinate) {
                track.suspect = nil
                return nil
            }
        }
        track.suspect = fix.sighting
        return .impossibleSpeed
    }

    /// Whether one time of a device has one place.
    private var takesOnePlace: Bool { rules.limits.rejectsConflicts && rules.order == .time }

    /// Forgets a fix that was too fast, for the sake of one that is not.
    @inline(never)
    private mutating func forgetSuspect(_ track: inout DeviceTrack, _ fix: CompactFix) {
        if let suspect = track.suspect { noteOrder(fix, after: suspect) }
        track.suspect = nil
    }

    /// Why a fix that is not newer than the device's last one may not be used.
    @inline(never)
    private mutating func rejectionOfOld(
        _ fix: CompactFix,
        _ device: inout DeviceState,
        _ local: Int
    ) -> Rejection? {
        guard takesOnePlace, fix.time == device.time else {
            return rejection(of: fix, after: device, local)
        }
        noteOrder(fix, afterLastOf: device)
        let isRepeat = fix.sequence == device.sequence && fix.sequence != CompactFix.noSequence
        return isRepeat || isKnownPlace(fix, after: device, local) ? .duplicate : .conflicting
    }
}
