extension ShardState {
    /// Evaluates fixes in turn, and before each what its device passed through on the way from its last one.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        passingThrough limits: PassThrough,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        for position in picks.indices {
            let fix = fixes[Int(picks[position])]
            let last = state(of: fix.device)
            let (recordsBefore, rejectedBefore) = (records.count, rejected.count)
            evaluateFixes(
                fixes,
                picks: picks.extracting(position..<position + 1),
                records: &records,
                rejected: &rejected
            )
            guard rejected.count == rejectedBefore, let last, last.hasFix,
                limits.connects(last.coordinate, fix.coordinate, milliseconds: fix.time - last.time)
            else { continue }
            records.insert(contentsOf: passages(from: last, to: fix), at: recordsBefore)
        }
    }

    /// The ENTER and EXIT of every geofence that a device passed through, by time, then EXIT before ENTER, then identifier.
    private mutating func passages(from last: DeviceState, to fix: CompactFix) -> [TransitionRecord] {
        let segment = Segment(from: last.coordinate, to: fix.coordinate)
        let covering = (last.stays + (state(of: fix.device)?.stays ?? [])).map(\.fence)
        do throws(GeofenceError) {
            try passageSearch.search(segment, in: snapshot, except: covering, lookup: &lookup)
        } catch {
            preconditionFailure("The geofences were laid out once already: \(error)")
        }
        var crossings: [Crossing] = []
        for found in passageSearch.found {
            guard let id = snapshot.fence(found.fence)?.id else { continue }
            let enter = Crossing(
                .enter,
                found.fence,
                id,
                at: found.stretch.entry,
                of: segment,
                from: last.time,
                to: fix
            )
            let exit = Crossing(.exit, found.fence, id, at: found.stretch.exit, of: segment, from: last.time, to: fix)
            // What is shorter than the clock's tick has no order.
            if enter.record.time < exit.record.time { crossings += [enter, exit] }
        }
        crossings.sort { $0.precedes($1) }
        return crossings.map(\.record).filter { snapshot.reports($0.kind, $0.fence) }
    }
}

/// An inferred transition with what it is sorted by.
private struct Crossing {
    let record: TransitionRecord
    private let id: Geofence.ID

    init(
        _ kind: Transition.Kind,
        _ fence: UInt32,
        _ id: Geofence.ID,
        at share: Double,
        of segment: Segment,
        from start: Int64,
        to fix: CompactFix
    ) {
        let place = segment.coordinate(at: share)
        var record = TransitionRecord(kind, cause: .movement, fence: fence, fix)
        record.time = start + Int64((Double(fix.time - start) * share).rounded())
        // 1 cm, as no more is known of it; so the last digits depend on no machine's sine.
        record.latitude = (place.latitude * 1e7).rounded() / 1e7
        record.longitude = (place.longitude * 1e7).rounded() / 1e7
        record.isInferred = true
        self.record = record
        self.id = id
    }

    func precedes(_ other: Crossing) -> Bool {
        if record.time != other.record.time { return record.time < other.record.time }
        if record.kind != other.record.kind { return record.kind == .exit }
        return id < other.id
    }
}
