/// Writes geofences as a GeoJSON FeatureCollection, one feature a line.
package struct GeofenceWriter {
    private let output: OutputFile
    private let encoder = FeatureEncoder()
    private var count = 0

    /// Starts the collection.
    package init(to output: OutputFile) {
        self.output = output
        output.buffer.append(contentsOf: "{\"type\":\"FeatureCollection\",\"features\":[".utf8)
    }

    /// Writes one feature. Outer rings are turned counterclockwise and holes clockwise, as RFC 7946 has them.
    package mutating func write(_ geofence: Geofence) throws(GeofenceError) {
        output.buffer.append(contentsOf: (count == 0 ? "\n" : ",\n").utf8)
        count += 1
        encoder.append(geofence, to: &output.buffer)
        try output.flushIfFull()
    }

    /// Ends the collection; the output is then to be committed.
    package func finish() throws(GeofenceError) {
        output.buffer.append(contentsOf: "\n]}\n".utf8)
        try output.flushIfFull()
    }
}
