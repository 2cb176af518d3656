/// The way of a device between two consecutive used fixes.
struct Way {
    var start: Sighting
    /// Of the fix at its start, in meters; NaN when unknown.
    var startAccuracy: Float
    var end: CompactFix

    fileprivate var segment: Segment { Segment(from: start.coordinate, to: end.coordinate) }
}

extension ShardState {
    /// Appends the ENTER and EXIT of every geofence that a device passed through between two fixes: in the order of output.
    ///
    /// - Parameter ends: The handles of the geofences that the device is in, or measured in, at either end.
    mutating func appendPassages(
        on way: Way,
        apartFrom ends: [UInt32],
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) {
        let segment = way.segment
        do throws(GeofenceError) {
            try passageSearch.search(segment, in: snapshot, except: ends, lookup: &lookup)
        } catch {
            preconditionFailure("The geofences were laid out once already: \(error)")
        }
        let first = records.count
        for found in passageSearch.found {
            var enter = segment.record(.enter, found.fence, at: found.stretch.entry, of: way)
            var exit = segment.record(.exit, found.fence, at: found.stretch.exit, of: way)
            // What is shorter than the clock's tick has no order.
            guard enter.time < exit.time, isBelieved(found, on: way) else { continue }
            let stay = Stay(fence: found.fence, since: enter.time)
            if isTracking {
                enter.belong(to: stay)
                exit.belong(to: stay)
            }
            append(enter, &records)
            append(exit, &records)
            let count = records.count
            recordMissedDwell(stay, until: exit.time, way.end, &records)
            if records.count > count { records[count].isInferred = true }
        }
        if records.count > first + 1 { snapshot.sortByOutput(&records[first...]) }
    }

    /// Whether the geofence's policy takes the way for a visit: one fix where the way is inside would be an arrival, and one
    /// of the ends at least speaks for a departure.
    private mutating func isBelieved(_ found: PassageSearch.Found, on way: Way) -> Bool {
        let policy = policy(of: found.fence)
        guard !policy.isRaw else { return true }
        let scale = measure.scale(found.fence)
        func seen(_ place: Coordinate, _ accuracy: Float, isCovered: Bool) -> PolicyMeasure {
            PolicyMeasure(
                time: way.end.time,
                accuracy: Double(accuracy),
                distance: measure.distance(from: place, to: found.fence, isCovered: isCovered),
                isCovered: isCovered,
                scale: scale
            )
        }
        guard
            policy.countsForDeparture(seen(way.start.coordinate, way.startAccuracy, isCovered: false))
                || policy.countsForDeparture(seen(way.end.coordinate, way.end.horizontalAccuracy, isCovered: false))
        else { return false }
        let middle = way.segment.coordinate(at: (found.stretch.entry + found.stretch.exit) / 2)
        return policy.takesForArrival(seen(middle, way.startAccuracy, isCovered: true))
            && policy.takesForArrival(seen(middle, way.end.horizontalAccuracy, isCovered: true))
    }
}

extension Segment {
    /// An inferred transition at a share of the way.
    fileprivate func record(
        _ kind: Transition.Kind,
        _ fence: UInt32,
        at share: Double,
        of way: Way
    ) -> TransitionRecord {
        let place = coordinate(at: share)
        var record = TransitionRecord(kind, cause: .movement, fence: fence, way.end)
        record.time = way.start.time + Int64((Double(way.end.time - way.start.time) * share).rounded())
        // 1 cm, as no more is known of it; so the last digits depend on no machine's sine.
        record.latitude = (place.latitude * 1e7).rounded() / 1e7
        record.longitude = (place.longitude * 1e7).rounded() / 1e7
        (record.earliest, record.latest) = (way.start.time, way.end.time)
        record.isInferred = true
        return record
    }
}
