// What an edit of geofences changes for devices.
//
// A geofence that is edited gets another handle, even if its shape is unchanged. Stays and pending transitions refer to
// handles: if the shape is unchanged, they are renamed, otherwise the device's last fix decides. The order matters:
//
// 1. Fixes that wait to be measured are counted, because only the old snapshot has the policies under which they came.
// 2. The snapshot is replaced. From now on, lookups find new handles.
// 3. For each device in or near an edited geofence:
//    1. Pending transitions are renamed or dropped.
//    2. Stays are renamed or end, and others begin. This comes after 1, because a geofence whose ENTER is pending, by
//       its new handle, is not entered by the edit.
//    3. EXITs are recorded, by old handles and from the old snapshot: the new one does not have removed geofences.
//    4. ENTERs are recorded, by new handles.
// 4. If policies decide from now on, where geometry alone did, what other rules have left undecided is pending again.
// 5. If geometry alone decides from now on, whatever is still pending is dropped. This comes last, because until then
//    there are pending transitions to be counted, renamed or dropped.
extension ShardState {
    /// Switches to another snapshot and checks every device's last fix against what changed.
    ///
    /// - Returns: The slots of the devices whose state has changed, whether or not that is reported.
    /// - Complexity: One box test per device and one lookup per device in or near a changed geofence.
    mutating func adopt(
        _ next: FenceSnapshot,
        edits: FenceEdits,
        records: inout [TransitionRecord]
    ) throws(GeofenceError) -> [UInt32] {
        let (before, wasTracking) = (snapshot, isTracking)
        countWaiting(before: edits)
        try replaceSnapshot(next)
        var edited: [UInt32] = []
        for local in devices(near: edits) {
            // The memo may be of a position that a geofence in the delta covers now.
            devices[local].memo = LookupMemo()
            let covering = handlesCovering(devices[local].coordinate)
            if checkLastFix(of: local, covering, before, edits, &records) { edited.append(slot(of: local)) }
        }
        if isTracking, !wasTracking { beginTracking() }
        return edited + endTracking()
    }

    /// Counts the fixes that wait to be measured for a geofence that keeps its shape but may get another policy:
    /// whether they speak for a departure is up to the policy under which they came.
    private mutating func countWaiting(before edits: FenceEdits) {
        guard isTracking, edits.byOld.values.contains(where: \.keepsShape) else { return }
        for local in tracks.indices {
            for position in tracks[local].pending.indices {
                var transition = tracks[local].pending[position]
                guard transition.waiting.count > 0, edits.renamed(transition.fence) != nil else { continue }
                countWaiting(&transition, policy(of: transition.fence))
                tracks[local].pending[position] = transition
            }
        }
    }

    /// Returns the devices whose geofences may change.
    private func devices(near edits: FenceEdits) -> [Int] {
        var found: [Int] = []
        guard !edits.boxes.isEmpty else { return found }
        var area = edits.extent
        // A longitude of 180 is indexed as -180.
        if area.minX <= -180 { area.maxX = 180 }
        let span = devices.span
        for local in span.indices {
            let (x, y) = (span[local].longitude, span[local].latitude)
            // One branch that is nearly always taken, where four would be unpredictable.
            let depth = min(min(x - area.minX, area.maxX - x), min(y - area.minY, area.maxY - y))
            // A device that is inside by decision of a policy may be measured far outside.
            let isNear = depth >= 0 && edits.mayChange(x: x == 180 ? -180 : x, y: y)
            guard isNear || (span[local].isOpen && isOpen(local, toAny: edits)), span[local].hasFix else { continue }
            found.append(local)
        }
        return found
    }

    /// Returns whether a device is in a changed geofence. One whose ENTER is pending is near: its last fix is inside.
    private func isOpen(_ local: Int, toAny edits: FenceEdits) -> Bool {
        devices[local].stays.contains { edits.byOld[$0.fence] != nil }
    }

    /// - Parameters:
    ///   - covering: The new handles of the geofences that cover the device's last fix.
    ///   - before: The old snapshot.
    /// - Returns: Whether the device has entered or left a geofence, is in a geofence that a saved state would not
    ///   describe the same, or has a pending transition that was settled.
    private mutating func checkLastFix(
        of local: Int,
        _ covering: [UInt32],
        _ before: FenceSnapshot,
        _ edits: FenceEdits,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        let state = devices[local]
        let last = state.lastFix(of: slot(of: local))
        let undecided = local < tracks.count ? tracks[local].pending.count : 0
        let pending = keepPending(of: local, after: edits)
        let (stays, enters) = staysAfter(edits, of: state, last, covering, pending)
        devices[local].stays = stays
        let kept = Set(stays.map(\.fence))
        let exits = state.stays.map(\.fence).filter { fence in
            !kept.contains(fence) && edits.byOld[fence]?.new.map(kept.contains) != true
        }
        recordExits(before.sortedByID(exits), of: state, last, before, edits, &records)
        recordEnters(snapshot.sortedByID(enters), of: stays, last, edits, &records)
        return !exits.isEmpty || !enters.isEmpty || pending.count != undecided
            || stays.contains { edits.byNew[$0.fence] != nil }
    }

    /// Renames the device's pending transitions for geofences that keep their shapes, drops those for other changed
    /// geofences, and returns what is left.
    private mutating func keepPending(of local: Int, after edits: FenceEdits) -> [PendingTransition] {
        guard isTracking else { return [] }
        makeRoom(for: local + 1)
        for position in tracks[local].pending.indices {
            guard let new = edits.renamed(tracks[local].pending[position].fence) else { continue }
            tracks[local].pending[position].fence = new
        }
        tracks[local].pending.removeAll { edits.byOld[$0.fence] != nil }
        tracks[local].pending.sort { $0.fence < $1.fence }
        // The next fix determines when the next DWELL is due.
        tracks[local].dwellDue = .min
        devices[local].isOpen = true
        return tracks[local].pending
    }

    /// Returns the geofences that a device is in after edits, and which of them it entered because of the edits, all by
    /// new handles.
    ///
    /// - Parameters:
    ///   - state: The device's state before the edits, with old handles.
    ///   - covering: The geofences that cover its last fix, and `pending` its pending transitions, by new handles.
    private func staysAfter(
        _ edits: FenceEdits,
        of state: DeviceState,
        _ last: CompactFix,
        _ covering: [UInt32],
        _ pending: [PendingTransition]
    ) -> (stays: [Stay], enters: [UInt32]) {
        var stays: [Stay] = []
        var enters: [UInt32] = []
        for handle in covering {
            let edit = edits.byNew[handle]
            if var stay = state.stays.stay(in: handle) ?? edit?.old.flatMap({ state.stays.stay(in: $0) }) {
                stay.fence = handle
                stays.append(stay)
            } else if edit?.keepsShape != true, pending.transition(of: handle) == nil {
                stays.append(
                    Stay(
                        fence: handle,
                        cause: edit?.enterCause ?? .movement,
                        ordinal: ordinal(ofVisitIn: handle, of: last.device, at: state.time),
                        since: state.time
                    )
                )
                enters.append(handle)
            }
        }
        // A device that is inside by a decision, even under other rules, stays inside if the shape is unchanged.
        let known = Set(stays.map(\.fence))
        for var stay in state.stays {
            let renamed = edits.renamed(stay.fence)
            guard renamed != nil || edits.byOld[stay.fence] == nil else { continue }
            stay.fence = renamed ?? stay.fence
            if !known.contains(stay.fence) { stays.append(stay) }
        }
        stays.sort { $0.fence < $1.fence }
        return (stays, enters)
    }

    private mutating func recordExits(
        _ exits: [UInt32],
        of state: DeviceState,
        _ last: CompactFix,
        _ before: FenceSnapshot,
        _ edits: FenceEdits,
        _ records: inout [TransitionRecord]
    ) {
        for fence in exits {
            let cause = edits.byOld[fence]?.exitCause ?? .movement
            var record = TransitionRecord(.exit, cause: cause, fence: fence, last)
            if let stay = state.stays.stay(in: fence) {
                if isTracking { record.belong(to: stay) }
                end(stay, by: &record, in: before)
            }
            append(record, isReported: before.reports(.exit, fence), &records)
        }
    }

    private func recordEnters(
        _ enters: [UInt32],
        of stays: [Stay],
        _ last: CompactFix,
        _ edits: FenceEdits,
        _ records: inout [TransitionRecord]
    ) {
        for fence in enters {
            let cause = edits.byNew[fence]?.enterCause ?? .movement
            var record = TransitionRecord(.enter, cause: cause, fence: fence, last)
            if let stay = stays.stay(in: fence) {
                if isTracking { record.belong(to: stay) }
                record.ordinal = stay.ordinal
            }
            append(record, &records)
        }
    }
}
