internal import Geofencing

/// A file of visits: those that ended in the order of their EXITs, then those that are open.
final class VisitFile {
    let output: OutputFile
    private let encoder: VisitEncoder
    /// Those of geofences come first, by handle.
    private var names: EscapedNames

    /// Opens a file, CSV or NDJSON by its name.
    ///
    /// - Parameter showsInferred: Whether a table has a column for what was inferred.
    init(_ path: String, _ geofences: [Geofence], showsInferred: Bool) throws(GeofenceError) {
        output = try OutputFile(path: path)
        encoder = VisitEncoder(format: TransitionFormat(path: path), showsInferred: showsInferred)
        names = EscapedNames(for: encoder.format, geofences.lazy.map(\.id.rawValue))
        encoder.appendHeader(to: &output.buffer)
    }

    /// Adds a geofence that the engine does not have; its handle follows those before.
    func append(_ id: Geofence.ID) { names.append(id.rawValue) }

    func write(_ visit: VisitRecord, _ registry: DeviceRegistry) throws(GeofenceError) {
        names.meet(visit.device, in: registry)
        let device = names.number(ofDevice: visit.device)
        encoder.append(visit, device: device, geofence: Int(visit.fence), of: names, to: &output.buffer)
        try output.flushIfFull()
    }
}
