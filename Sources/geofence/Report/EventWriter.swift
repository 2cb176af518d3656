internal import Geofencing

/// Writes the events of an evaluation, and counts them.
struct EventWriter {
    private let output: OutputFile
    private let encoder: TransitionEncoder
    private var names: EscapedNames
    /// Where the names of devices are in `names`, by slot, or -1; those of geofences come first, by handle.
    private var deviceNumbers: [Int] = []
    private(set) var enters = 0
    private(set) var exits = 0
    private(set) var dwells = 0
    /// How many of all were inferred.
    private(set) var inferred = 0
    private let visits: VisitFile?

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - isFull: Whether events have identifiers, visits and bounds on their times.
    ///   - showsInferred: Whether a table has a column for what was inferred.
    ///   - showsEvidence: Whether what the policies saw is written.
    ///   - visits: A file for the visits.
    ///   - geofences: The geofences of the engine in the order of their handles.
    ///   - threads: With more than one, another writes to the file.
    init(
        path: String,
        format: TransitionFormat,
        isFull: Bool = false,
        showsInferred: Bool = false,
        showsEvidence: Bool = false,
        visits: String? = nil,
        geofences: [Geofence],
        threads: Int
    ) throws(GeofenceError) {
        output = try OutputFile(path: path, isWrittenBehind: threads > 1)
        encoder = TransitionEncoder(
            format: format,
            isFull: isFull,
            showsInferred: showsInferred,
            showsEvidence: showsEvidence
        )
        self.visits = try visits.map { path throws(GeofenceError) in
            try VisitFile(path, geofences, showsInferred: showsInferred)
        }
        names = EscapedNames(for: format)
        for geofence in geofences { names.append(geofence.id.rawValue) }
    }

    /// Writes all events and completes the output.
    ///
    /// - Parameters:
    ///   - monitor: Times the delivery of some of the events.
    ///   - saving: Told of each event too.
    mutating func write(
        _ result: inout TraceResult,
        monitor: PerformanceMonitor = .shared,
        saving: (TransitionRecord, DeviceRegistry) throws(GeofenceError) -> Void = { _, _ throws(GeofenceError) in }
    ) throws(GeofenceError) {
        encoder.appendHeader(to: &output.buffer)
        for id in result.gone {
            names.append(id.rawValue)
            visits?.append(id)
        }
        let registry = result.engine.registry
        var evidence = result.engine.evidence
        var delivery = monitor.sampler(of: .delivery)
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            if record.kind == .exit { try visits?.write(VisitRecord(record), registry) }
            let seen = evidence.take(record)
            if record.isMuted { return }
            switch record.kind {
            case .enter: enters += 1
            case .exit: exits += 1
            case .dwell: dwells += 1
            }
            if record.isInferred { inferred += 1 }
            try delivery.sample { () throws(GeofenceError) in
                let device = number(of: record.device, in: registry)
                encoder.append(
                    record,
                    device: device,
                    geofence: Int(record.fence),
                    of: names,
                    evidence: seen,
                    to: &output.buffer
                )
                try output.flushIfFull()
                try saving(record, registry)
            }
        }
        delivery.finish()
        try output.commit()
        guard let visits else { return }
        for visit in result.engine.openVisits { try visits.write(visit, registry) }
        try visits.output.commit()
    }

    private mutating func number(of device: UInt32, in registry: DeviceRegistry) -> Int {
        let slot = Int(device)
        if slot >= deviceNumbers.count {
            deviceNumbers.append(contentsOf: repeatElement(-1, count: slot + 1 - deviceNumbers.count))
        }
        if deviceNumbers[slot] < 0 {
            deviceNumbers[slot] = names.count
            names.append(registry.device(in: device).rawValue)
        }
        return deviceNumbers[slot]
    }
}

extension OutputFile {
    /// Writes text.
    func write(_ text: String) throws(GeofenceError) {
        buffer.append(contentsOf: text.utf8)
        try flushIfFull()
    }

    /// Writes a whole output.
    static func write(_ text: String, to path: String) throws(GeofenceError) {
        let output = try OutputFile(path: path)
        try output.write(text)
        try output.commit()
    }
}
