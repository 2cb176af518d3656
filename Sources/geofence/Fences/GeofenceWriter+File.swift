internal import Geofencing

extension GeofenceWriter {
    /// Writes geofences to a file.
    static func write(
        _ geofences: some Sequence<Geofence>,
        to path: String,
        isExact: Bool = false
    ) throws(GeofenceError) {
        let output = try OutputFile(path: path)
        var writer = GeofenceWriter(to: output, isExact: isExact)
        for geofence in geofences { try writer.write(geofence) }
        try writer.finish()
        try output.commit()
    }
}
