extension ShardState {
    /// How many visits of a device in a geofence began and ended at a time, should another begin at it.
    struct InstantVisits: Sendable, Hashable {
        /// In milliseconds since 1970.
        var time: Int64
        var count: UInt32
    }

    /// How many visits of the device in the geofence began at the time of this ENTER before it.
    ///
    /// A device's time does not go back, so these have ended at that time too.
    @inline(__always)
    func ordinal(ofVisitIn fence: UInt32, by enter: TransitionRecord) -> UInt32 {
        ordinal(ofVisitIn: fence, of: enter.device, at: enter.time)
    }

    /// The same for a visit that begins at this time.
    @inline(__always)
    func ordinal(ofVisitIn fence: UInt32, of device: UInt32, at time: Int64) -> UInt32 {
        // Nearly always there are none.
        guard let visits = instantVisits[DeviceRegistry.number(of: device)], let id = snapshot.id(fence),
            let last = visits[id], last.time == time
        else { return 0 }
        return last.count
    }

    /// Takes note of the end of a visit, and gives its EXIT the number that tells it from others at its time.
    ///
    /// An EXIT is the first at its time unless the visit began at that time as well; then the one before it may have ended then.
    ///
    /// - Parameter snapshot: One that has the geofence.
    @inline(__always)
    mutating func end(_ stay: Stay, by exit: inout TransitionRecord, in snapshot: FenceSnapshot) {
        guard stay.since == exit.time, let id = snapshot.id(stay.fence) else { return }
        end(stay, of: exit.device, in: id)
        exit.ordinal = stay.ordinal &+ 1
    }

    /// Takes note of the end of a visit at the time of its beginning.
    mutating func end(_ stay: Stay, of device: UInt32, in id: Geofence.ID) {
        let visits = InstantVisits(time: stay.since, count: stay.ordinal &+ 1)
        let local = DeviceRegistry.number(of: device)
        instantVisits[local, default: [:]][id] = visits
        if instantVisits[local, default: [:]].count > 32 { crowded.insert(local) }
    }

    /// Forgets the visits without duration at whose time no other can begin any more, of devices with many of them.
    mutating func forgetInstantVisits() {
        for local in crowded { instantVisits[local] = neededInstantVisits(of: local) }
        crowded.removeAll()
    }

    /// The visits without duration at whose time another can still begin.
    func neededInstantVisits(of local: Int) -> [Geofence.ID: InstantVisits] {
        guard let visits = instantVisits[local] else { return [:] }
        // What is not decided yet may have begun before the last fix.
        var earliest = devices[local].time
        if local < tracks.count {
            for transition in tracks[local].pending {
                earliest = min(earliest, transition.first.time, transition.before?.time ?? transition.first.time)
            }
        }
        return visits.filter { $0.value.time >= earliest }
    }

    /// Numbers what a fix made at a time at which there was one before, where geometry alone decides.
    ///
    /// - Parameters:
    ///   - before: The stays before it, in ascending order of handle as those of the device are.
    ///   - first: The place of the first of its transitions; those that are muted are left out.
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

extension [Stay] {
    /// The stay in a geofence, of stays in ascending order of handle.
    ///
    /// - Complexity: O(log *n*).
    func stay(in fence: UInt32) -> Stay? { position(of: fence) { $0.fence }.map { self[$0] } }
}
