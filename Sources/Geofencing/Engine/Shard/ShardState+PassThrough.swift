/// The path of a device between two consecutive used fixes.
struct Leg {
    var start: Sighting
    /// The accuracy of the fix at its start, in meters; NaN when unknown.
    var startAccuracy: Float
    var end: CompactFix

    fileprivate var segment: Segment { Segment(from: start.coordinate, to: end.coordinate) }
}

extension ShardState {
    /// Appends the ENTER and EXIT of every geofence that a device passed through between two fixes, in output order.
    ///
    /// - Parameter ends: The handles of the geofences that the device is in, or is measured in, at either end.
    mutating func appendPassages(
        on leg: Leg,
        apartFrom ends: [UInt32],
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) {
        let segment = leg.segment
        do throws(GeofenceError) {
            try passageSearch.search(segment, in: snapshot, except: ends, lookup: &lookup)
        } catch {
            preconditionFailure("Geofences that were laid out before could not be laid out again: \(error)")
        }
        let first = records.count
        for found in passageSearch.found {
            let (entry, exit) = (found.stretch.entry, found.stretch.exit)
            if (exit - entry) * Double(leg.end.time - leg.start.time) < 1 { continue }
            guard leaves(found.fence, on: leg),
                segment.coordinates(between: entry, exit).contains(where: { arrives(in: found.fence, at: $0, on: leg) })
            else { continue }
            appendVisit(
                leg.record(.enter, found.fence, at: entry, leg.time(at: entry)),
                leg.record(.exit, found.fence, at: exit, leg.time(at: exit)),
                on: leg,
                &records
            )
        }
        if records.count > first + 1 { snapshot.sortByOutput(&records, from: first) }
    }

    /// Appends the ENTER and EXIT of a geofence that a device was measured in and has left again without a decisive fix
    /// there, if the path in or the path out went deep enough.
    ///
    /// - Parameters:
    ///   - transition: The pending ENTER.
    ///   - leg: The path from the last fix inside to the first one outside.
    mutating func appendUndecidedPassage(
        _ transition: PendingTransition,
        on leg: Leg,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) {
        guard let before = transition.before,
            rules.passThrough?.connects(before, transition.first, within: segmentGapLimit) == true
        else { return }
        let fence = transition.fence
        var entry = Leg(start: before, startAccuracy: leg.startAccuracy, end: leg.end)
        (entry.end.time, entry.end.latitude, entry.end.longitude) =
            (transition.first.time, transition.first.coordinate.latitude, transition.first.coordinate.longitude)
        let entryTime = measure.crossing(from: before, to: transition.first, of: fence, isExit: false)
        let exitTime = measure.crossing(from: leg.start, to: leg.end.sighting, of: fence, isExit: true)
        let (entryShare, exitShare) = (entry.share(of: entryTime), leg.share(of: exitTime))
        var enter = entry.record(.enter, fence, at: entryShare, entryTime)
        enter.decidedTime = leg.end.time
        let exit = leg.record(.exit, fence, at: exitShare, exitTime)
        guard leaves(fence, on: leg, startsInside: true) else { return }
        let entering = entry.segment.coordinates(between: entryShare, 1)
        let leaving = leg.segment.coordinates(between: 0, exitShare)
        // A lookup takes long where geofences overlap.
        let isVisit = [entering, leaving].joined().contains { place in
            guard arrives(in: fence, at: place, on: leg) else { return false }
            lookup.lookUp(place, hits: &hits)
            return hits.contains(fence)
        }
        if isVisit { appendVisit(enter, exit, on: leg, &records) }
    }

    /// Appends an inferred visit and its DWELL. A visit shorter than the clock's tick has no order and does not count.
    private mutating func appendVisit(
        _ enter: TransitionRecord,
        _ exit: TransitionRecord,
        on leg: Leg,
        _ records: inout [TransitionRecord]
    ) {
        guard enter.time < exit.time else { return }
        var (enter, exit) = (enter, exit)
        enter.ordinal = ordinal(ofVisitIn: enter.fence, by: enter)
        let stay = Stay(fence: enter.fence, ordinal: enter.ordinal, since: enter.time)
        if isTracking {
            enter.belong(to: stay)
            exit.belong(to: stay)
        }
        append(enter, &records)
        append(exit, &records)
        let count = records.count
        recordMissedDwell(stay, until: exit.time, leg.end, &records)
        if records.count > count { records[count].isInferred = true }
    }

    /// Returns whether an end of the path that is outside speaks for a departure by the geofence's policy.
    ///
    /// - Parameter startsInside: Whether the fix at its start was measured inside.
    private mutating func leaves(_ fence: UInt32, on leg: Leg, startsInside: Bool = false) -> Bool {
        let policy = policy(of: fence)
        func isOutside(_ place: Coordinate, _ accuracy: Float) -> Bool {
            policy.countsForDeparture(measured(fence, from: place, accuracy, isCovered: false, on: leg))
        }
        return policy.isRaw
            || !startsInside && isOutside(leg.start.coordinate, leg.startAccuracy)
            || isOutside(leg.end.coordinate, leg.end.horizontalAccuracy)
    }

    /// Returns whether a single fix at a place of the path would be an arrival by the geofence's policy if the place is
    /// inside.
    private mutating func arrives(in fence: UInt32, at place: Coordinate, on leg: Leg) -> Bool {
        let policy = policy(of: fence)
        guard !policy.isRaw else { return true }
        var measured = measured(fence, from: place, leg.startAccuracy, isCovered: true, on: leg)
        guard policy.acceptsForArrival(measured) else { return false }
        measured.accuracy = Double(leg.end.horizontalAccuracy)
        return policy.acceptsForArrival(measured)
    }

    private mutating func measured(
        _ fence: UInt32,
        from place: Coordinate,
        _ accuracy: Float,
        isCovered: Bool,
        on leg: Leg
    ) -> PolicyMeasure {
        PolicyMeasure(
            time: leg.end.time,
            accuracy: Double(accuracy),
            distance: measure.distance(from: place, to: fence, isCovered: isCovered),
            isCovered: isCovered,
            scale: measure.scale(fence)
        )
    }
}

extension Leg {
    /// Returns the share of the path that has been covered at a time.
    fileprivate func share(of time: Int64) -> Double {
        Double(time - start.time) / Double(max(1, end.time - start.time))
    }

    /// Returns the time at a share of the path.
    fileprivate func time(at share: Double) -> Int64 {
        start.time + Int64((Double(end.time - start.time) * share).rounded(.down))
    }

    /// Returns an inferred transition at a share of the path and its time.
    fileprivate func record(
        _ kind: Transition.Kind,
        _ fence: UInt32,
        at share: Double,
        _ time: Int64
    ) -> TransitionRecord {
        let place = segment.coordinate(at: share)
        var record = TransitionRecord(kind, cause: .movement, fence: fence, end)
        record.time = time
        // Rounded to 1 cm, because it is not known more precisely; so the last digits do not depend on a machine's
        // sine. Adding 0 avoids a negative zero.
        record.latitude = PortableMath.roundedToSevenDecimals(place.latitude) + 0
        record.longitude = PortableMath.roundedToSevenDecimals(place.longitude) + 0
        (record.earliest, record.latest) = (start.time, end.time)
        record.isInferred = true
        return record
    }
}

extension Segment {
    /// Seven points that divide the range between two shares evenly, the middle first: they show well enough how deep
    /// inside a path goes.
    fileprivate func coordinates(between start: Double, _ end: Double) -> some Sequence<Coordinate> {
        // Most often the first one decides, and under `raw` none is used.
        [4.0, 2, 6, 1, 3, 5, 7].lazy.map { coordinate(at: start + (end - start) * ($0 / 8)) }
    }
}
