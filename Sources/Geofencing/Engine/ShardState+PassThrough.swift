extension ShardState {
    /// Appends the ENTER and EXIT of every geofence that a device passed through between two fixes: by time, then EXIT before
    /// ENTER, then identifier.
    ///
    /// - Parameter ends: The handles of the geofences that the device is in before or after.
    mutating func appendPassages(
        from last: Sighting,
        to fix: CompactFix,
        apartFrom ends: [UInt32],
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) {
        let segment = Segment(from: last.coordinate, to: fix.coordinate)
        do throws(GeofenceError) {
            try passageSearch.search(segment, in: snapshot, except: ends, lookup: &lookup)
        } catch {
            preconditionFailure("The geofences were laid out once already: \(error)")
        }
        let first = records.count
        for found in passageSearch.found {
            let enter = segment.record(.enter, found.fence, at: found.stretch.entry, from: last.time, to: fix)
            let exit = segment.record(.exit, found.fence, at: found.stretch.exit, from: last.time, to: fix)
            // What is shorter than the clock's tick has no order.
            guard enter.time < exit.time else { continue }
            for record in [enter, exit] where snapshot.reports(record.kind, record.fence) { records.append(record) }
        }
        if records.count > first + 1 { sortByOutput(&records[first...]) }
    }
}

extension Segment {
    /// An inferred transition at a share of the way.
    fileprivate func record(
        _ kind: Transition.Kind,
        _ fence: UInt32,
        at share: Double,
        from start: Int64,
        to fix: CompactFix
    ) -> TransitionRecord {
        let place = coordinate(at: share)
        var record = TransitionRecord(kind, cause: .movement, fence: fence, fix)
        record.time = start + Int64((Double(fix.time - start) * share).rounded())
        // 1 cm, as no more is known of it; so the last digits depend on no machine's sine.
        record.latitude = (place.latitude * 1e7).rounded() / 1e7
        record.longitude = (place.longitude * 1e7).rounded() / 1e7
        record.isInferred = true
        return record
    }
}
