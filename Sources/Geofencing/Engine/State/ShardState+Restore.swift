// Restoring a device from a saved state.
//
// A saved device refers to geofences by their positions in the state, and `fates` has the handle of each. `put` changes
// positions into handles. If geofences have changed, the order matters:
//
// 1. By position: stays that are over and pending transitions of changed geofences are left out.
// 2. The rest is put in place.
// 3. By handle: EXITs are recorded for the stays that are over, then ENTERs for geofences that cover the last fix. Both
//    concern the device's visits without duration, by which visits at one time are numbered and which `put` restores.
// 4. What still differs from where the last fix was measured, and is not pending, becomes so.
extension ShardState {
    /// Restores a device whose geofences and rules are the same.
    ///
    /// - Parameter fates: The fates of the geofences that the state refers to.
    mutating func put(_ saved: SavedDevice, at local: Int, _ fates: [FenceFate]) {
        makeRoom(for: local + 1)
        var named = saved
        named.renumber { fates[Int($0)].handle }
        var device = DeviceState()
        device.time = saved.time
        device.sequence = saved.sequence
        device.olderTime = saved.olderTime
        device.latitude = saved.coordinate.latitude
        device.longitude = saved.coordinate.longitude
        device.accuracy = saved.accuracy
        device.stays = named.stays
        let slot = slot(of: local)
        let seen = saved.places.map { CompactFix(firstAt: Sighting(time: saved.time, coordinate: $0), device: slot) }
        placesAtSameTime[local] = seen.isEmpty ? nil : PositionsAtOneTime(saved.time, seen)
        instantVisits[local] = saved.instantVisits.isEmpty ? nil : saved.instantVisits
        if isTracking {
            tracks[local] = named.track
            device.isOpen = !named.track.pending.isEmpty || named.track.dwellDue != .max
        }
        if !device.isOpen, !isTracking || !device.stays.isEmpty {
            // By decisions of other rules, a device may be known to be elsewhere than it was measured, even far away:
            // an edit must find it all the same, and so must policies that begin to decide.
            let covering = handlesCovering(saved.coordinate)
            device.isOpen = !device.stays.lazy.map(\.fence).elementsEqual(covering)
        }
        devices[local] = device
    }

    /// Restores a device and checks its last fix against the geofences that have changed since.
    ///
    /// - Returns: Whether the device has entered or left a geofence, is in one that reports EXIT differently than the
    ///   state says, or has a pending transition that was settled.
    mutating func rebase(
        _ saved: SavedDevice,
        at local: Int,
        _ fates: [FenceFate],
        _ history: FenceHistoryLookup,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        let covering = handlesCovering(saved.coordinate)
        func isOver(_ stay: Stay) -> Bool {
            let fate = fates[Int(stay.fence)]
            return fate.kind == .gone || (fate.kind == .changed && !covering.containsInOrder(fate.handle))
        }
        let over = saved.stays.filter(isOver)
        var kept = saved
        kept.stays.removeAll(where: isOver)
        // Pending transitions of unchanged geofences stay pending; those of changed ones are decided by the last fix.
        kept.track.pending.removeAll { fates[Int($0.fence)].kind != .same }
        // The next fix determines when the next DWELL is due.
        kept.track.dwellDue = .min
        put(kept, at: local, fates)
        let last = devices[local].lastFix(of: slot(of: local))
        recordExits(over, fates, last, &records)
        let hasEntered = enter(covering, local, last, history, &records)
        followUndecided(local)
        return hasEntered || !over.isEmpty || kept.track.pending.count != saved.track.pending.count
            || kept.stays.contains { stay in
                // If the geofence were removed, the state's record of it would mute or report its EXIT differently.
                let fate = fates[Int(stay.fence)]
                return fate.reportsExit != snapshot.reports(.exit, fate.handle)
            }
    }

    /// - Parameter over: The stays that are over, by position.
    private mutating func recordExits(
        _ over: [Stay],
        _ fates: [FenceFate],
        _ last: CompactFix,
        _ records: inout [TransitionRecord]
    ) {
        for stay in over {
            let fate = fates[Int(stay.fence)]
            let cause = fate.kind == .gone ? Transition.Cause.geofenceRemoved : .geofenceChanged
            var record = TransitionRecord(.exit, cause: cause, fence: fate.handle, last)
            if isTracking { record.belong(to: stay) }
            if stay.since == last.time {
                end(stay, of: last.device, in: fate.id)
                record.ordinal = stay.ordinal &+ 1
            }
            append(record, isReported: fate.reportsExit, &records)
        }
    }

    /// Moves a device into those geofences that cover its last fix and have changed, and returns whether there are any.
    private mutating func enter(
        _ covering: [UInt32],
        _ local: Int,
        _ last: CompactFix,
        _ history: FenceHistoryLookup,
        _ records: inout [TransitionRecord]
    ) -> Bool {
        let known = devices[local].stays
        for fence in covering where known.stay(in: fence) == nil {
            guard let id = snapshot.id(fence) else { continue }
            let history = history(id)
            if history == .same { continue }
            let cause = history == .added ? Transition.Cause.geofenceAdded : .geofenceChanged
            let number = ordinal(ofVisitIn: fence, of: last.device, at: last.time)
            let stay = Stay(fence: fence, cause: cause, ordinal: number, since: last.time)
            devices[local].stays.append(stay)
            var record = TransitionRecord(.enter, cause: cause, fence: fence, last)
            if isTracking { record.belong(to: stay) }
            record.ordinal = number
            append(record, &records)
        }
        devices[local].stays.sort { $0.fence < $1.fence }
        return devices[local].stays.count > known.count
    }
}
