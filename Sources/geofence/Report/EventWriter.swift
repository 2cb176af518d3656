internal import Geofencing

/// Writes the events of an evaluation, and counts them.
struct EventWriter: ~Copyable {
    private let output: OutputFile
    private var lines: EventLines
    private(set) var counts = EventCounts()
    private let visits: VisitFile?

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - path: Where the events go.
    ///   - encoder: The encoder for the events.
    ///   - visits: A file for the visits.
    ///   - geofences: The geofences of the engine in the order of their handles.
    ///   - threads: The number of threads that encode; if it is more than one, an additional thread writes to the file.
    init(
        path: String,
        _ encoder: TransitionEncoder,
        visits: String? = nil,
        geofences: [Geofence],
        threads: Int
    ) throws(GeofenceError) {
        let output = try OutputFile(path: path, writesInBackground: threads > 1)
        let visits = try visits.map { path throws(GeofenceError) in
            try VisitFile(path, geofences, showsInferred: encoder.showsInferred)
        }
        self.output = output
        self.visits = visits
        lines = EventLines(encoder, geofences, threads: threads)
    }

    /// The files that are written, the events first.
    var outputs: [OutputFile] { [output] + (visits.map { [$0.output] } ?? []) }

    /// Writes all events and visits; the outputs still have to be committed.
    ///
    /// - Parameter saving: Called with each event too.
    mutating func write(
        _ result: inout TraceResult,
        saving: (TransitionRecord, DeviceRegistry) throws(GeofenceError) -> Void = { _, _ throws(GeofenceError) in }
    ) throws(GeofenceError) {
        lines.encoder.appendHeader(to: &output.buffer)
        for id in result.gone {
            lines.names.append(id.rawValue)
            visits?.append(id)
        }
        let registry = result.engine.registry
        var evidence = result.engine.evidence
        var sorted = try result.transitions.sorted(inBlocksOf: lines.blockSize, registry: registry)
        while let records = try sorted.next() {
            let start = ContinuousClock.now
            let before = counts.all
            for record in records {
                if record.kind == .exit { try visits?.write(VisitRecord(record), registry) }
                guard !record.isMuted else { continue }
                counts.add(record)
                lines.names.meet(record.device, in: registry)
                try saving(record, registry)
            }
            let seen = lines.encoder.showsEvidence ? records.map { evidence.take($0) } : []
            lines.encode(records, seen, to: &output.buffer)
            try output.flushIfFull()
            PerformanceMonitor.shared.record(.delivery, ContinuousClock.now - start, count: counts.all - before)
        }
        guard let visits else { return }
        for visit in result.engine.openVisits { try visits.write(visit, registry) }
    }
}
