/// Writes geofences as a GeoJSON FeatureCollection, one feature per line.
package struct GeofenceWriter {
    private let output: OutputFile
    private let encoder = FeatureEncoder()
    private var count = 0

    /// Creates a writer and starts the collection.
    init(to output: OutputFile) {
        self.output = output
        output.buffer.append(contentsOf: "{\"type\":\"FeatureCollection\",\"features\":[".utf8)
    }

    /// Writes one feature. Outer rings are wound counterclockwise and holes clockwise, as in RFC 7946.
    ///
    /// - Throws: `invalidCoordinate` or `invalidRules` for a number that JSON cannot represent; `inputOutput`.
    mutating func write(_ geofence: Geofence) throws(GeofenceError) {
        guard geofence.region.isFinite else {
            throw GeofenceError(
                .invalidCoordinate,
                "a number in the shape is not finite",
                at: InputLocation(geofence: geofence.id.rawValue),
                recovery: "Give degrees and meters as finite numbers."
            )
        }
        if let (key, value) = geofence.policyProperties.first(where: { !$0.value.isFinite }) {
            throw GeofenceError(
                .invalidRules,
                "\(key.rawValue) is \(value), which is not finite",
                at: InputLocation(geofence: geofence.id.rawValue),
                recovery: "Give the thresholds of its policy as finite numbers."
            )
        }
        output.buffer.append(contentsOf: (count == 0 ? "\n" : ",\n").utf8)
        count += 1
        encoder.append(geofence, to: &output.buffer)
        try output.flushIfFull()
    }

    /// Ends the collection; the output must then be committed.
    func finish() throws(GeofenceError) {
        output.buffer.append(contentsOf: "\n]}\n".utf8)
        try output.flushIfFull()
    }
}

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

extension Geofence.Region {
    fileprivate var isFinite: Bool {
        if case .circle(let center, let radius) = self { return center.isFinite && radius.meters.isFinite }
        return polygons.allSatisfy { $0.rings.joined().allSatisfy(\.isFinite) }
    }
}
