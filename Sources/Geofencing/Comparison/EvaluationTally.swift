/// What one evaluation found, as numbers to compare: events, visits, flaps and how long decisions took.
///
/// Memory: the visits, and how often each delay occurred.
package struct EvaluationTally: Sendable {
    /// Events by kind, without those that a geofence mutes.
    package private(set) var counts: [Transition.Kind: Int] = [:]
    /// How many of them were inferred.
    package private(set) var inferred = 0
    /// Visits that began within the window after the end of the device's last one in the same geofence.
    package private(set) var flaps = 0
    /// Those that ended in the order of their ends, then those that are open.
    package private(set) var visits: [LabeledVisit] = []
    /// From when it happened until it was decided, in milliseconds, of ENTER and of EXIT.
    package private(set) var delays: [Transition.Kind: Distribution] = [:]

    private struct Pair: Hashable {
        var device: UInt32
        var fence: UInt32
    }

    /// Drains a result.
    ///
    /// - Parameters:
    ///   - result: Of an engine that follows visits.
    ///   - geofences: The engine's, in the order of their handles.
    ///   - flapWindow: In milliseconds.
    package init(
        _ result: inout TraceResult,
        geofences: [Geofence],
        flapWindow: Int64
    ) throws(GeofenceError) {
        let registry = result.engine.registry
        var lastExits: [Pair: Int64] = [:]
        var names: [UInt32: DeviceID] = [:]
        func visit(_ record: VisitRecord) -> LabeledVisit {
            let device = names[record.device] ?? registry.device(in: record.device)
            names[record.device] = device
            return LabeledVisit(
                device: device,
                geofence: geofences[Int(record.fence)].id,
                enter: record.enter,
                exit: record.exit?.time
            )
        }
        var (counts, inferred, flaps): ([Transition.Kind: Int], Int, Int) = ([:], 0, 0)
        var (visits, delays): ([LabeledVisit], [Transition.Kind: Distribution]) = ([], [:])
        func add(_ record: VisitRecord) {
            let pair = Pair(device: record.device, fence: record.fence)
            if let last = lastExits[pair], record.enter &- last < flapWindow { flaps += 1 }
            if let exit = record.exit { lastExits[pair] = exit.time }
            visits.append(visit(record))
        }
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            if record.kind == .exit { add(VisitRecord(record)) }
            guard !record.isMuted else { return }
            counts[record.kind, default: 0] += 1
            if record.isInferred { inferred += 1 }
            if record.cause == .movement {
                delays[record.kind, default: Distribution()].add(record.decidedTime &- record.time)
            }
        }
        for open in result.engine.openVisits { add(open) }
        (self.counts, self.inferred, self.flaps) = (counts, inferred, flaps)
        (self.visits, self.delays) = (visits, delays)
    }
}
