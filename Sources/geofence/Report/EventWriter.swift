internal import Geofencing

/// Writes the events of an evaluation, and counts them.
struct EventWriter {
    private let output: OutputFile
    private let encoder: TransitionEncoder
    private var names: EscapedNames
    /// Where the names of devices are in `names`, by slot; those of geofences come first, by handle.
    private var deviceNumbers: [UInt32: Int] = [:]
    private(set) var enters = 0
    private(set) var exits = 0

    /// Opens the output.
    ///
    /// - Parameter geofences: The geofences of the engine in the order of their handles.
    init(path: String, format: TransitionFormat, geofences: [Geofence]) throws(GeofenceError) {
        output = try OutputFile(path: path)
        encoder = TransitionEncoder(format: format)
        names = EscapedNames(for: format)
        for geofence in geofences { names.append(geofence.id.rawValue) }
    }

    /// Writes all events and completes the output.
    ///
    /// - Parameter saving: Told of each event too.
    mutating func write(
        _ result: inout TraceResult,
        saving: (TransitionRecord, DeviceRegistry) throws(GeofenceError) -> Void = { _, _ throws(GeofenceError) in }
    ) throws(GeofenceError) {
        encoder.appendHeader(to: &output.buffer)
        let registry = result.engine.registry
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            switch record.kind {
            case .enter: enters += 1
            case .exit: exits += 1
            }
            let device = number(of: record.device, in: registry)
            encoder.append(record, device: names[device], geofence: names[Int(record.fence)], to: &output.buffer)
            try output.flushIfFull()
            try saving(record, registry)
        }
        try output.commit()
    }

    private mutating func number(of device: UInt32, in registry: DeviceRegistry) -> Int {
        if let number = deviceNumbers[device] { return number }
        let number = names.count
        names.append(registry.device(in: device).rawValue)
        deviceNumbers[device] = number
        return number
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
