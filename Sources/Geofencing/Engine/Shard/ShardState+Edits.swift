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
        let before = snapshot
        countWaiting(before: edits)
        try replaceSnapshot(next)
        var edited: [UInt32] = []
        for local in devices(near: edits) {
            // The memo may be of a position that a geofence in the delta covers now.
            devices[local].memo = LookupMemo()
            let handles = handlesCovering(devices[local].coordinate)
            if check(local, handles: handles, before: before, edits: edits, &records) { edited.append(slot(of: local)) }
        }
        // Only now, because pending transitions that the edit ends have been tracked until then.
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

    /// Returns whether a device is in a changed geofence, or has a pending transition for one.
    private func isOpen(_ local: Int, toAny edits: FenceEdits) -> Bool {
        devices[local].stays.contains { edits.byOld[$0.fence] != nil }
            || (local < tracks.count && tracks[local].pending.contains { edits.byOld[$0.fence] != nil })
    }

    /// - Returns: Whether the device has entered or left a geofence, is in a geofence that a saved state would not
    ///   describe the same, or has a pending transition that was settled.
    private mutating func check(
        _ local: Int,
        handles: [UInt32],
        before: FenceSnapshot,
        edits: FenceEdits,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        let state = devices[local]
        let undecided = local < tracks.count ? tracks[local].pending.count : 0
        let last = state.lastFix(of: slot(of: local))
        // Pending transitions stay pending if the shape is unchanged.
        let pending = pendingTransitions(of: local, apartFrom: edits)
        let (stays, enters) = staysAfter(edits, of: state, last, covered: handles, pending)
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

    /// Returns the geofences that a device is in after edits, and which of them it entered because of the edits.
    ///
    /// - Parameters:
    ///   - state: The device's state before the edits.
    ///   - handles: The geofences that cover its last fix.
    private func staysAfter(
        _ edits: FenceEdits,
        of state: DeviceState,
        _ last: CompactFix,
        covered handles: [UInt32],
        _ pending: [PendingTransition]
    ) -> (stays: [Stay], enters: [UInt32]) {
        var stays: [Stay] = []
        var enters: [UInt32] = []
        for handle in handles {
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

    /// Returns the device's pending transitions for geofences that keep their shapes; the check of the last fix has
    /// decided those for the others.
    private mutating func pendingTransitions(of local: Int, apartFrom edits: FenceEdits) -> [PendingTransition] {
        guard isTracking else { return [] }
        while tracks.count <= local { tracks.append(DeviceTrack()) }
        for position in tracks[local].pending.indices {
            guard let new = edits.renamed(tracks[local].pending[position].fence) else { continue }
            tracks[local].pending[position].fence = new
        }
        tracks[local].pending.removeAll { transition in
            edits.byOld[transition.fence] != nil || edits.byNew[transition.fence].map { !$0.keepsShape } == true
        }
        tracks[local].pending.sort { $0.fence < $1.fence }
        // The next fix determines when the next DWELL is due.
        tracks[local].dwellDue = .min
        devices[local].isOpen = true
        return tracks[local].pending
    }
}
