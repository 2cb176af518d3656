/// The results of one evaluation as numbers to compare: events, visits, flaps and how long decisions took.
///
/// Memory: the visits, and one count for each distinct delay.
package struct EvaluationTally: Sendable {
    /// The number of events by kind, without those that a geofence mutes.
    package private(set) var counts: [Transition.Kind: Int] = [:]
    /// The number of those events that were inferred.
    package private(set) var inferred = 0
    /// The number of visits that began within the window after the end of the device's previous visit to the same
    /// geofence.
    package private(set) var flaps = 0
    /// The ended visits in the order of their ends, then the open ones.
    package private(set) var visits: [LabeledVisit] = []
    /// The times from an event to its decision, in milliseconds, of ENTER and of EXIT.
    package private(set) var delays: [Transition.Kind: Distribution] = [:]

    private struct Pair: Hashable {
        var device: UInt32
        var fence: UInt32
    }

    /// Creates a tally by draining a result.
    ///
    /// - Parameters:
    ///   - result: The result of an engine that tracks visits.
    ///   - geofences: The engine's geofences, in the order of their handles.
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
    }
}
