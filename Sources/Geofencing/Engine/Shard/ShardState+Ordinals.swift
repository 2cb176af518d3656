extension ShardState {
    /// The number of visits of a device in a geofence that began and ended at a given time, needed in case another
    /// begins then.
    struct InstantVisits: Sendable, Hashable {
        /// The time in milliseconds since 1970.
        var time: Int64
        var count: UInt32
    }

    /// Returns the number of earlier visits of the device in the geofence that began at the time of this ENTER.
    ///
    /// A device's time does not go back, so these have also ended at that time.
    @inline(__always)
    func ordinal(ofVisitIn fence: UInt32, by enter: TransitionRecord) -> UInt32 {
        ordinal(ofVisitIn: fence, of: enter.device, at: enter.time)
    }

    /// Returns the same for a visit that begins at this time.
    @inline(__always)
    func ordinal(ofVisitIn fence: UInt32, of device: UInt32, at time: Int64) -> UInt32 {
        // There are hardly ever any.
        guard let visits = instantVisits[DeviceRegistry.number(of: device)], let id = snapshot.id(fence),
            let last = visits[id], last.time == time
        else { return 0 }
        return last.count
    }

    /// Records the end of a visit, and gives its EXIT the number that distinguishes it from others at the same time.
    ///
    /// An EXIT is the first at its time unless the visit began at that time as well; then the previous visit may have
    /// ended at that time too.
    ///
    /// - Parameter snapshot: A snapshot that contains the geofence.
    @inline(__always)
    mutating func end(_ stay: Stay, by exit: inout TransitionRecord, in snapshot: FenceSnapshot) {
        guard stay.since == exit.time, let id = snapshot.id(stay.fence) else { return }
        end(stay, of: exit.device, in: id)
        exit.ordinal = stay.ordinal &+ 1
    }

    /// Records the end of a visit at the time when it began.
    mutating func end(_ stay: Stay, of device: UInt32, in id: Geofence.ID) {
        let visits = InstantVisits(time: stay.since, count: stay.ordinal &+ 1)
        let local = DeviceRegistry.number(of: device)
        instantVisits[local, default: [:]][id] = visits
        if instantVisits[local, default: [:]].count > 32 { crowded.insert(local) }
    }

    /// For devices with many visits without duration, forgets those at whose time no other can begin any more.
    mutating func forgetInstantVisits() {
        for local in crowded { instantVisits[local] = neededInstantVisits(of: local) }
        crowded.removeAll()
    }

    /// Returns the visits without duration at whose time another can still begin.
    func neededInstantVisits(of local: Int) -> [Geofence.ID: InstantVisits] {
        guard let visits = instantVisits[local] else { return [:] }
        // A visit that is still pending may have begun before the last fix.
        var earliest = devices[local].time
        if local < tracks.count {
            for transition in tracks[local].pending {
                earliest = min(earliest, transition.first.time, transition.before?.time ?? transition.first.time)
            }
        }
        return visits.filter { $0.value.time >= earliest }
    }

    /// Numbers the visits and transitions of a fix at the same time as an earlier one, if geometry alone decides.
    ///
    /// - Parameters:
    ///   - before: The stays before the fix, in ascending order of handle, like those of the device.
    ///   - first: The index of the fix's first transition; muted ones are not recorded.
    mutating func number(
        _ device: inout DeviceState,
        before: [Stay],
        _ fix: CompactFix,
        from first: Int,
        _ records: inout [TransitionRecord]
    ) {
        for position in device.stays.indices where device.stays[position].since == fix.time {
            let stay = device.stays[position]
            guard before.stay(in: stay.fence) == nil else { continue }
            device.stays[position].ordinal = ordinal(ofVisitIn: stay.fence, of: fix.device, at: fix.time)
        }
        for stay in before where stay.since == fix.time {
            guard device.stays.stay(in: stay.fence) == nil, let id = snapshot.id(stay.fence) else { continue }
            end(stay, of: fix.device, in: id)
        }
        for position in first..<records.count {
            let isExit = records[position].kind == .exit
            let stays = isExit ? before : device.stays
            guard let stay = stays.stay(in: records[position].fence) else { continue }
            if isExit, stay.since != fix.time { continue }
            records[position].ordinal = isExit ? stay.ordinal &+ 1 : stay.ordinal
        }
    }
}
