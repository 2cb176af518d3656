extension ShardState {
    /// Evaluates fixes where more than geometry decides.
    ///
    /// A fix costs more than under `raw` only while the device is measured on another side than it is known to be on, or a
    /// DWELL is due: no policy changes anything where the two agree, so no distance is needed there.
    mutating func track(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        switch lookup {
        case .plain(.reference(var own)):
            track(fixes, picks, &own, &records, &rejected)
            lookup = .plain(.reference(own))
        case .plain(.cells(var own)):
            track(fixes, picks, &own, &records, &rejected)
            lookup = .plain(.cells(own))
        case .layered(var own):
            track(fixes, picks, &own, &records, &rejected)
        }
    }

    @inline(__always)
    private mutating func track(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        makeRoom(for: fixes, picks)
        while tracks.count < devices.count { tracks.append(DeviceTrack()) }
        // Out of `self` for the loop, so that one device's can be written while `self` is.
        var (devices, tracks): ([DeviceState], [DeviceTrack]) = ([], [])
        swap(&devices, &self.devices)
        swap(&tracks, &self.tracks)
        let staleAfter = rules.staleAfter?.milliseconds ?? .max
        var first = 0
        while first < picks.count {
            let count = min(LookupGroup.size, picks.count - first)
            for number in 0..<count {
                let fix = fixes[Int(picks[first + number])]
                let local = Int(fix.device / UInt32(DeviceRegistry.shardCount))
                lookup.begin(number, x: fix.coordinate.indexedLongitude, y: fix.latitude, memo: devices[local].memo)
            }
            lookup.approach(count)
            for number in 0..<count {
                let fix = fixes[Int(picks[first + number])]
                let local = Int(fix.device / UInt32(DeviceRegistry.shardCount))
                if let reason = refusal(of: fix, devices[local], &tracks[local], local) {
                    rejected.append(RejectedPick(pick: picks[first + number], reason: reason))
                    counts.reject(reason)
                    continue
                }
                counts.used &+= 1
                let last = devices[local].lastSighting
                let firstRecord = records.count
                var cause = last == nil ? Transition.Cause.initial : .movement
                if let last, fix.time &- last.time > staleAfter {
                    closeStays(&devices[local], &tracks[local], last, fix, &records)
                    cause = .gap
                }
                let hasMoved = devices[local].take(fix, number, &lookup, &hits)
                if hasMoved { openMatters(devices[local], &tracks[local], fix, last, cause) }
                if hasMoved || devices[local].isOpen { settle(&devices[local], &tracks[local], fix, &records) }
                if records.count > firstRecord + 1 { sortByOutput(&records[firstRecord...]) }
            }
            first += count
        }
        swap(&devices, &self.devices)
        swap(&tracks, &self.tracks)
    }

    /// Brings the transitions of one fix into the order of output: time, EXIT before ENTER before DWELL, geofence.
    func sortByOutput(_ records: inout ArraySlice<TransitionRecord>) {
        records.sort { one, other in
            if one.time != other.time { return one.time < other.time }
            if one.kind != other.kind { return one.kind.order < other.kind.order }
            return snapshot.precedesByID(one.fence, other.fence)
        }
    }
}

extension DeviceState {
    /// The last used fix.
    var lastSighting: Sighting? { hasFix ? Sighting(time: time, coordinate: coordinate) : nil }
}
