/// The way of a device between two consecutive used fixes.
private struct Way {
    var start: Sighting
    /// Of the fix at its start, in meters; NaN when unknown.
    var startAccuracy: Double
    var end: CompactFix

    var segment: Segment { Segment(from: start.coordinate, to: end.coordinate) }
    var milliseconds: Int64 { end.time &- start.time }
}

extension ShardState {
    /// Evaluates fixes in turn, and with each what its device passed through on the way from its last one.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        passingThrough limits: PassThrough,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        for position in picks.indices {
            let fix = fixes[Int(picks[position])]
            let (last, lastTrack) = (state(of: fix.device), track(of: fix.device))
            let (recordsBefore, rejectedBefore) = (records.count, rejected.count)
            evaluateFixes(
                fixes,
                picks: picks.extracting(position..<position + 1),
                records: &records,
                rejected: &rejected
            )
            guard rejected.count == rejectedBefore, let device = state(of: fix.device) else { continue }
            let track = track(of: fix.device)
            if isTracking { tracks[Int(fix.device) / DeviceRegistry.shardCount].accuracy = fix.horizontalAccuracy }
            guard let last, let start = last.lastSighting else { continue }
            let way = Way(start: start, startAccuracy: Double(lastTrack.accuracy), end: fix)
            guard limits.connects(start.coordinate, fix.coordinate, milliseconds: way.milliseconds),
                way.milliseconds <= rules.staleAfter?.milliseconds ?? .max,
                !(snapshot.isPlain && device.memo.isInUniformCell(with: last.memo))
            else { continue }
            // Whoever is known to be in a geofence, or measured in it at an end, passes through no more of it.
            let met = (last.stays + device.stays).map(\.fence) + (lastTrack.matters + track.matters).map(\.fence)
            let found = passages(on: way, except: met)
            records.insert(contentsOf: found, at: recordsBefore)
            if isTracking, !found.isEmpty { sortByOutput(&records[recordsBefore...]) }
        }
    }

    private func track(of device: UInt32) -> DeviceTrack {
        let local = Int(device) / DeviceRegistry.shardCount
        return local < tracks.count ? tracks[local] : DeviceTrack()
    }

    /// The ENTER and EXIT of every geofence that a device passed through, by time, then EXIT before ENTER, then identifier.
    private mutating func passages(on way: Way, except covering: [UInt32]) -> [TransitionRecord] {
        do throws(GeofenceError) {
            try passageSearch.search(way.segment, in: snapshot, except: covering, lookup: &lookup)
        } catch {
            preconditionFailure("The geofences were laid out once already: \(error)")
        }
        var crossings: [Crossing] = []
        for found in passageSearch.found {
            guard let id = snapshot.fence(found.fence)?.id else { continue }
            var enter = TransitionRecord(.enter, found.fence, at: found.stretch.entry, of: way)
            var exit = TransitionRecord(.exit, found.fence, at: found.stretch.exit, of: way)
            // What is shorter than the clock's tick has no order.
            guard enter.time < exit.time, isBelieved(found, on: way) else { continue }
            var dwell: TransitionRecord?
            if isTracking {
                let stay = Stay(fence: found.fence, since: enter.time)
                enter.belong(to: stay)
                exit.belong(to: stay)
                var missed: [TransitionRecord] = []
                recordMissedDwell(stay, until: exit.time, way.end, &missed)
                dwell = missed.first
                dwell?.isInferred = true
            }
            crossings += [enter, exit, dwell].compactMap(\.self).map { Crossing(record: $0, id: id) }
        }
        crossings.sort { $0.precedes($1) }
        var records: [TransitionRecord] = []
        for crossing in crossings { append(crossing.record, &records) }
        return records
    }

    /// Whether the geofence's policy takes the way for a visit.
    private mutating func isBelieved(_ found: PassageSearch.Found, on way: Way) -> Bool {
        let policy = policy(of: found.fence)
        guard !policy.isRaw else { return true }
        let scale = measure.scale(found.fence)
        func seen(_ place: Coordinate, _ accuracy: Double, isCovered: Bool) -> PolicyMeasure {
            PolicyMeasure(
                time: way.end.time,
                accuracy: accuracy,
                distance: measure.distance(from: place, to: found.fence, isCovered: isCovered),
                isCovered: isCovered,
                scale: scale
            )
        }
        let endAccuracy = Double(way.end.horizontalAccuracy)
        let middle = way.segment.coordinate(at: (found.stretch.entry + found.stretch.exit) / 2)
        return policy.takesForArrival(seen(middle, way.startAccuracy, isCovered: true))
            && policy.takesForArrival(seen(middle, endAccuracy, isCovered: true))
            && policy.countsForDeparture(seen(way.start.coordinate, way.startAccuracy, isCovered: false))
            && policy.countsForDeparture(seen(way.end.coordinate, endAccuracy, isCovered: false))
    }
}

extension TransitionRecord {
    /// A transition at a share of a way, which no fix has seen.
    fileprivate init(_ kind: Transition.Kind, _ fence: UInt32, at share: Double, of way: Way) {
        self.init(kind, cause: .movement, fence: fence, way.end)
        let place = way.segment.coordinate(at: share)
        time = way.start.time + Int64((Double(way.milliseconds) * share).rounded())
        // 1 cm, as no more is known of it; so the last digits depend on no machine's sine.
        latitude = (place.latitude * 1e7).rounded() / 1e7
        longitude = (place.longitude * 1e7).rounded() / 1e7
        (earliest, latest) = (way.start.time, way.end.time)
        isInferred = true
    }
}

/// An inferred transition with what it is sorted by.
private struct Crossing {
    let record: TransitionRecord
    let id: Geofence.ID

    func precedes(_ other: Crossing) -> Bool {
        if record.time != other.record.time { return record.time < other.record.time }
        if record.kind != other.record.kind { return record.kind.order < other.record.kind.order }
        return id < other.id
    }
}

extension LookupMemo {
    /// Whether this and another place are in one cell of the index that no boundary enters: nor does the way between them.
    fileprivate func isInUniformCell(with other: LookupMemo) -> Bool {
        cellX != Self.nowhere && cellX == other.cellX && cellY == other.cellY && token == other.token
            && CellEntry(raw: token).kind == CellEntry.uniformKind
    }
}
