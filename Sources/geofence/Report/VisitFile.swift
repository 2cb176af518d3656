internal import Geofencing

/// A file of visits: first the visits that ended, in the order of their EXITs, then the open ones.
final class VisitFile {
    let output: OutputFile
    private let encoder: VisitEncoder
    /// The names of geofences and devices; those of geofences come first, by handle.
    private var names: EscapedNames

    /// Opens a file, as CSV or NDJSON according to its name.
    ///
    /// - Parameter showsInferred: Whether a table has a column for inferred visits.
    init(_ path: String, _ geofences: [Geofence], showsInferred: Bool) throws(GeofenceError) {
        output = try OutputFile(path: path)
        encoder = VisitEncoder(format: TransitionFormat(path: path), showsInferred: showsInferred)
        names = EscapedNames(for: encoder.format, geofences.lazy.map(\.id.rawValue))
        encoder.appendHeader(to: &output.buffer)
    }

    /// Adds a geofence that the engine does not have; its handle is the next one.
    func append(_ id: Geofence.ID) { names.append(id.rawValue) }

    func write(_ visit: VisitRecord, _ registry: DeviceRegistry) throws(GeofenceError) {
        names.meet(visit.device, in: registry)
        let device = names.number(ofDevice: visit.device)
        encoder.append(visit, device: device, geofence: Int(visit.fence), of: names, to: &output.buffer)
        try output.flushIfFull()
    }
}
