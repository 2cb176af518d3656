extension ShardState {
    /// Evaluates fixes where more than geometry decides.
    ///
    /// A fix costs more than under `raw` only while the device is measured on another side than it is known to be on, or a
    /// DWELL is due: no policy changes anything where the two agree, so no distance is needed there.
    @inline(__always)
    mutating func track(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        while tracks.count < devices.count { tracks.append(DeviceTrack()) }
        // Out of `self` for the loop, so that one device's can be written while `self` is.
        var (devices, tracks): ([DeviceState], [DeviceTrack]) = ([], [])
        swap(&devices, &self.devices)
        swap(&tracks, &self.tracks)
        let staleAfter = rules.staleAfter?.milliseconds ?? .max
        let passThrough = rules.passThrough
        let longestWay = longestWay
        lookup.forEach(fixes, picks, devices: &devices) { next, device, lookup in
            let local = next.local
            var fix = fixes[Int(next.pick)]
            if let reason = refusal(of: fix, device, &tracks[local], local) {
                rejected.append(RejectedPick(pick: next.pick, reason: reason))
                counts.reject(reason)
                return
            }
            device.countWhereItComes(&fix)
            counts.used &+= 1
            let (last, lastMemo) = (device.lastSighting, device.memo)
            let firstRecord = records.count
            var cause = last == nil ? Transition.Cause.initial : .movement
            if let last, fix.time &- last.time > staleAfter {
                closeStays(&device, &tracks[local], last, fix, &records)
                cause = .gap
            }
            let hasMoved = device.take(fix, next.number, &lookup, &hits)
            var (way, met, undecided): (Way?, [UInt32], [Matter]) = (nil, [], [])
            if let passThrough {
                if let last, cause == .movement, !lookup.isFreeOfBoundaries(between: lastMemo, device.memo),
                    passThrough.connects(last, fix.sighting, within: longestWay)
                {
                    way = Way(start: last, startAccuracy: tracks[local].accuracy, end: fix)
                    met = device.stays.map(\.fence) + tracks[local].matters.map(\.fence)
                    undecided = tracks[local].matters.filter { !$0.isExit && $0.cause == .movement }
                }
                tracks[local].accuracy = fix.horizontalAccuracy
            }
            if hasMoved { openMatters(device, &tracks[local], fix, last, cause) }
            if hasMoved || device.isOpen { settle(&device, &tracks[local], fix, &records) }
            if let way {
                let open = device.stays.map(\.fence) + tracks[local].matters.map(\.fence)
                appendPassages(on: way, apartFrom: met + open, &lookup, &records)
                for matter in undecided where !open.contains(matter.fence) {
                    appendUndecidedPassage(matter, on: way, &lookup, &records)
                }
            }
            if records.count > firstRecord + 1 { snapshot.sortByOutput(&records[firstRecord...]) }
        }
        swap(&devices, &self.devices)
        swap(&tracks, &self.tracks)
    }
}

extension FenceSnapshot {
    /// Brings the transitions of one fix into the order of output: time, EXIT before ENTER before DWELL, geofence.
    func sortByOutput(_ records: inout ArraySlice<TransitionRecord>) {
        records.sort { one, other in
            if one.time != other.time { return one.time < other.time }
            if one.kind != other.kind { return one.kind.order < other.kind.order }
            return precedesByID(one.fence, other.fence)
        }
    }
}

extension DeviceState {
    /// The last used fix.
    var lastSighting: Sighting? { hasFix ? Sighting(time: time, coordinate: coordinate) : nil }
}
