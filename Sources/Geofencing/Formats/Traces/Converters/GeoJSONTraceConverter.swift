/// GeoJSON whose points are fixes, as loggers and Overland write it: features in collections, arrays or lines.
///
/// A feature with a point is a fix with that place; its properties are read as the other keys of a fix are. Features
/// with other geometries are not fixes and are left out.
enum GeoJSONTraceConverter {
    /// - Parameter device: The device of features that do not name one.
    static func ndjson(of scanner: ByteScanner, device: [UInt8]) throws(CutDocument) -> [UInt8] {
        try scanner.checkDocuments()
        var result = ConvertedLines(of: scanner)
        // Each object is examined separately; those nested in it follow later.
        var next = 0
        while let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: next) {
            if let fix = PointFeature(at: brace, in: scanner)?.fix(of: device) { result.append(at: brace, fix) }
            next = brace + 1
        }
        return result.text
    }

    /// Whether the first feature of an input is a point with a time, as far as it is available. One with a radius is a
    /// geofence.
    static func recognizes(_ scanner: ByteScanner) -> Bool {
        guard let first = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0),
            GeoJSONTrace.kind(of: first, in: scanner) != nil
        else { return false }
        var next: Int? = first
        while let brace = next {
            if let feature = PointFeature(at: brace, in: scanner) { return feature.isTimedPoint }
            next = scanner.firstOffset(of: UInt8(ascii: "{"), from: brace + 1)
        }
        return false
    }
}
