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
    /// How many of both were inferred.
    private(set) var inferred = 0

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - geofences: The geofences of the engine in the order of their handles.
    ///   - showsInferred: Whether a table has a column for what was inferred.
    init(
        path: String,
        format: TransitionFormat,
        geofences: [Geofence],
        showsInferred: Bool = false
    ) throws(GeofenceError) {
        output = try OutputFile(path: path)
        encoder = TransitionEncoder(format: format, showsInferred: showsInferred)
        names = EscapedNames(for: format)
        for geofence in geofences { names.append(geofence.id.rawValue) }
    }

    /// Writes all events and completes the output.
    mutating func write(_ result: inout TraceResult) throws(GeofenceError) {
        encoder.appendHeader(to: &output.buffer)
        let registry = result.engine.registry
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            switch record.kind {
            case .enter: enters += 1
            case .exit: exits += 1
            }
            if record.isInferred { inferred += 1 }
            let device = number(of: record.device, in: registry)
            encoder.append(
                record,
                device: device,
                geofence: Int(record.fence),
                names: names,
                to: &output.buffer
            )
            try output.flushIfFull()
        }
        try output.commit()
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
