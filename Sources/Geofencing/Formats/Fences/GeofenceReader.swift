internal import Logging

/// How geofences are written.
package enum FenceFormat: String, Sendable, CaseIterable {
    /// GeoJSON: a FeatureCollection, a Feature, or features one after the other.
    case geojson
    /// A table of circles and shapes.
    case csv
}

/// Reads geofences from files.
package enum GeofenceReader {
    /// Reads all geofences of the inputs; what is wrong with single ones is collected, not thrown.
    ///
    /// - Parameters:
    ///   - paths: The files, plain or gzip; `-` for standard input.
    ///   - format: The format of all of them, where it is not to be told from the content.
    ///   - progress: Told of each geofence how many have been read.
    /// - Throws: `unreadableInput`, `inputOutput`, `unknownFormat` or `invalidHeader` for an input as a whole;
    ///   `invalidSyntax` for gzip data that is damaged or cut short.
    /// - Complexity: O(bytes); the memory is that of the result and the largest feature.
    package static func read(
        _ paths: [String],
        format: FenceFormat? = nil,
        progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) throws(GeofenceError) -> ReadGeofences {
        try read(paths.map(InputSource.file), format: format, progress: progress)
    }

    static func read(
        _ sources: [InputSource],
        format: FenceFormat? = nil,
        progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) throws(GeofenceError) -> ReadGeofences {
        var result = ReadGeofences(progress: progress)
        for source in sources { try read(InputFile(source), format: format, into: &result) }
        return result
    }

    static func read(
        _ input: InputFile,
        format: FenceFormat?,
        bufferSize: Int = 1 << 20,
        into result: inout ReadGeofences
    ) throws(GeofenceError) {
        let location = InputLocation(file: input.path)
        let head = try input.peek(RecordReader.headSize)
        let kind = try withScanner(of: head) { scanner throws(GeofenceError) in
            try ContentKind(scanner, isAll: head.count < RecordReader.headSize, at: location)
        }
        Logger.geofences.debug(
            "opened geofences",
            metadata: [
                "file": "\(input.path)", "content": "\(kind.description)",
                "told_by": format == nil ? "content" : "caller",
            ]
        )
        switch (format, kind) {
        case (_, .empty):
            result.report(
                GeofenceError(
                    .invalidSyntax,
                    "the file holds no geofences",
                    at: location,
                    recovery: "Give a GeoJSON FeatureCollection or CSV with a header line."
                ),
                .warning
            )
        case (nil, .jsonObject), (.some(.geojson), .jsonObject):
            var reader = try GeoJSONReader(JSONSource(input, bufferSize: bufferSize))
            try reader.read(into: &result)
        case (nil, .text), (.some(.csv), .text):
            var reader = try TableGeofenceReader(
                RecordReader(input, chunkSize: bufferSize, recordLimit: TableGeofenceReader.recordLimit)
            )
            try reader.read(into: &result)
        case (_, .jsonArray):
            throw GeofenceError(
                .unknownFormat,
                "the geofences are a JSON array, not GeoJSON",
                at: location,
                recovery: "Wrap the features as {\"type\":\"FeatureCollection\",\"features\":[...]}."
            )
        default:
            throw GeofenceError(
                .unknownFormat,
                "the file is \(kind.description), not \(format?.rawValue ?? "GeoJSON or CSV")",
                at: location,
                recovery: kind.recovery(
                    orElse: "Give GeoJSON or CSV; `ogr2ogr -f GeoJSONSeq` converts most other formats."
                )
            )
        }
    }
}
