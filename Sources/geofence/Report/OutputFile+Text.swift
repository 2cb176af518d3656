internal import Geofencing

extension OutputFile {
    /// Writes text.
    func write(_ text: String) throws(GeofenceError) {
        buffer.append(contentsOf: text.utf8)
        try flushIfFull()
    }

    /// Writes and commits a whole output.
    static func write(_ text: String, to path: String) throws(GeofenceError) {
        let output = try OutputFile(path: path)
        try output.write(text)
        try output.commit()
    }
}
