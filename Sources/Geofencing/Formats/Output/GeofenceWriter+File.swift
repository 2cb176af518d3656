extension GeofenceWriter {
    /// Writes geofences to a file.
    package static func write(_ geofences: some Sequence<Geofence>, to path: String) throws(GeofenceError) {
        try written(geofences, to: path).commit()
    }

    /// Writes geofences to a file and returns it, still to be committed.
    package static func written(
        _ geofences: some Sequence<Geofence>,
        to path: String
    ) throws(GeofenceError) -> OutputFile {
        let output = try OutputFile(path: path)
        var writer = GeofenceWriter(to: output)
        for geofence in geofences { try writer.write(geofence) }
        try writer.finish()
        return output
    }
}
