extension ShardState {
    /// Restores a device whose geofences and rules are the same.
    ///
    /// - Parameter fates: The fates of the geofences that the state refers to.
    mutating func put(_ saved: SavedDevice, at local: Int, _ fates: [FenceFate]) {
        while devices.count <= local { devices.append(DeviceState()) }
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
            while tracks.count <= local { tracks.append(DeviceTrack()) }
            tracks[local] = named.track
            device.isOpen = !named.track.pending.isEmpty || named.track.dwellDue != .max
        }
        if !device.isOpen, !device.stays.isEmpty {
            // A device that is inside by a decision of other rules may be measured far outside, where an edit would not
            // find it.
            let covering = handlesCovering(saved.coordinate)
            device.isOpen = device.stays.contains { !covering.containsInOrder($0.fence) }
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
        var kept = saved
        // Pending transitions of unchanged geofences stay pending; those of changed ones are decided by the last fix.
        kept.track.pending.removeAll { fates[Int($0.fence)].kind != .same }
        // The next fix determines when the next DWELL is due.
        kept.track.dwellDue = .min
        let covering = handlesCovering(saved.coordinate)
        func isOver(_ stay: Stay) -> Bool {
            let fate = fates[Int(stay.fence)]
            return fate.kind == .gone || (fate.kind == .changed && !covering.containsInOrder(fate.handle))
        }
        kept.stays.removeAll(where: isOver)
        var isEdited = kept.stays.count != saved.stays.count || kept.track.pending.count != saved.track.pending.count
        if !isEdited {
            // If the geofence were removed, the state's record of it would mute or report its EXIT differently.
            isEdited = kept.stays.contains { stay in
                let fate = fates[Int(stay.fence)]
                return fate.reportsExit != snapshot.reports(.exit, fate.handle)
            }
        }
        put(kept, at: local, fates)
        let last = devices[local].lastFix(of: slot(of: local))
        for stay in saved.stays where isOver(stay) {
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
        let known = devices[local].stays
        for fence in covering where known.stay(in: fence) == nil {
            guard let id = snapshot.id(fence) else { continue }
            let history = history(id)
            if history == .same { continue }
            let cause = history == .added ? Transition.Cause.geofenceAdded : .geofenceChanged
            let number = ordinal(ofVisitIn: fence, of: last.device, at: saved.time)
            let stay = Stay(fence: fence, cause: cause, ordinal: number, since: saved.time)
            devices[local].stays.append(stay)
            isEdited = true
            var record = TransitionRecord(.enter, cause: cause, fence: fence, last)
            if isTracking { record.belong(to: stay) }
            record.ordinal = number
            append(record, &records)
        }
        devices[local].stays.sort { $0.fence < $1.fence }
        return isEdited
    }
}
