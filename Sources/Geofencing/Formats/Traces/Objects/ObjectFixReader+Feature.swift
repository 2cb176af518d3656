// Reading a fix from a GeoJSON feature.
extension ObjectFixReader {
    /// Reads a member of a feature with a point, or of its geometry.
    mutating func readValue(
        ofFeatureKey key: Range<Int>,
        _ level: Level,
        _ scanner: inout ByteScanner,
        into result: inout ParsedFixes
    ) throws(RecordProblem) {
        let isObject = scanner.byte == UInt8(ascii: "{")
        switch (level, scanner.text(in: key)) {
        case (.feature, "geometry") where isObject: try readObject(.geometry, &scanner, into: &result)
        case (.feature, "properties") where isObject: try readObject(.properties, &scanner, into: &result)
        case (.geometry, "coordinates") where scanner.byte == UInt8(ascii: "["): try readPosition(&scanner)
        // The type is the same in all features that are fixes, and what has no place or time is none: neither varies
        // among the lines of a shape.
        case (_, "type"), (.feature, "geometry"), (.feature, "properties"), (.geometry, "coordinates"):
            try skip(&scanner)
        default: try stepOver(&scanner)
        }
    }

    /// Reads a longitude and a latitude, and steps over further numbers; either may be missing.
    private mutating func readPosition(_ scanner: inout ByteScanner) throws(RecordProblem) {
        scanner.position += 1
        var count = 0
        repeat {
            scanner.skipBlanks()
            if count == 0, scanner.byte == UInt8(ascii: "]") { break }
            switch count {
            case 0: try readLongitude(&scanner)
            case 1: try readLatitude(&scanner)
            default: try stepOver(&scanner)
            }
            count += 1
            scanner.skipBlanks()
        } while scanner.skip(UInt8(ascii: ","))
        guard scanner.skip(UInt8(ascii: "]")) else {
            throw syntax(scanner, "a comma or the closing bracket is missing")
        }
    }
}
