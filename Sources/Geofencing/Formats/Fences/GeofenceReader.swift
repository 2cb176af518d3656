internal import Logging

/// Reads geofences from files.
enum GeofenceReader {
    private typealias Conversion = (InputFile) throws(GeofenceError) -> ConvertedGeofences

    /// Reads all geofences of the inputs; problems with single ones are collected, not thrown.
    ///
    /// - Parameters:
    ///   - sources: The files, plain or gzip, or their contents.
    ///   - threads: The number of threads that parse, at least one.
    ///   - progress: Called for each geofence with the number read so far.
    /// - Throws: `unreadableInput`, `inputOutput`, `unknownFormat` or `invalidHeader` for an input as a whole;
    ///   `invalidSyntax` for gzip data that is damaged or cut short.
    /// - Complexity: O(bytes); the memory is that of the result and the largest feature, or the largest file that is
    ///   converted as a whole.
    static func read(
        _ sources: [InputSource],
        threads: Int = 1,
        progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) throws(GeofenceError) -> ReadGeofences {
        var result = ReadGeofences(progress: progress)
        for source in sources { try read(InputFile(source), threads: threads, into: &result) }
        return result
    }

    static func read(
        _ input: InputFile,
        threads: Int = 1,
        bufferSize: Int = 1 << 20,
        into result: inout ReadGeofences
    ) throws(GeofenceError) {
        let location = InputLocation(file: input.path)
        let (kind, conversion) = try recognize(input, at: location)
        Logger.geofences.debug(
            "opened geofences",
            metadata: ["file": "\(input.path)", "content": "\(kind.description)"]
        )
        let converted = try conversion?(input)
        for omission in converted?.omissions ?? [] {
            result.report(omission.error(in: input.path), omission.severity)
        }
        // Each takes some megabytes.
        let threads = min(threads, 16)
        switch converted == nil ? kind : .text {
        case .empty:
            result.report(
                GeofenceError(
                    .invalidSyntax,
                    "the file holds no geofences",
                    at: location,
                    recovery: "Give a GeoJSON FeatureCollection or CSV with a header line."
                ),
                .warning
            )
        case .jsonObject:
            let size = threads > 1 ? 2 * threads * bufferSize : bufferSize
            var reader = try GeoJSONReader(JSONSource(input, bufferSize: size), threads: threads)
            try reader.read(into: &result)
        case .text:
            var reader = try TableGeofenceReader(
                RecordReader(
                    input,
                    chunkSize: bufferSize,
                    recordLimit: TableGeofenceReader.recordLimit,
                    quotedLimit: TableGeofenceReader.recordLimit
                ),
                threads: threads,
                lines: converted?.lines
            )
            try reader.read(into: &result)
        default: throw refusal(of: kind, at: location)
        }
    }

    /// Returns what the content of an input is, with `jsonObject` for GeoJSON of any form, and how it is converted to a
    /// table; `nil` if it is read as it is.
    ///
    /// - Throws: `unknownFormat` for what is recognized as something else than geofences.
    private static func recognize(
        _ input: InputFile,
        at location: InputLocation
    ) throws(GeofenceError) -> (ContentKind, Conversion?) {
        let head = try input.peek(RecordReader.headSize)
        return try withScanner(of: head) { scanner throws(GeofenceError) -> (ContentKind, Conversion?) in
            let kind = try ContentKind(scanner, isAll: head.count < RecordReader.headSize, at: location)
            let conversion = Self.conversion(of: kind, scanner)
            if conversion == nil {
                try refuseFixes(kind, scanner, at: location)
                if GeofenceObjects.areMembers(kind, scanner) { throw refusalOfMembers(kind, at: location) }
                if kind == .jsonObject { try refuseColumns(scanner, at: location) }
            }
            let isGeoJSON = kind == .jsonObject || kind == .jsonArray && GeoJSONReader.isArrayOfFeatures(scanner)
            if kind == .jsonArray, conversion == nil, !isGeoJSON { throw refusalOfArray(scanner, at: location) }
            return (isGeoJSON ? .jsonObject : kind, conversion)
        }
    }

    /// Returns how an input of a kind, that begins so, is converted to a table; `nil` if it is read as it is.
    private static func conversion(of kind: ContentKind, _ beginning: ByteScanner) -> Conversion? {
        if let program = GeofenceConverter(kind, beginning) {
            return { input throws(GeofenceError) in try program.convert(input) }
        }
        if KMLConverter.begins(kind, beginning) {
            return { input throws(GeofenceError) in try KMLConverter.convert(input) }
        }
        guard GeofenceObjects.begin(kind, beginning) else { return nil }
        return { input throws(GeofenceError) in try GeofenceObjects.convert(input) }
    }

    /// Returns the error for an object with a geofence for each key.
    private static func refusalOfMembers(_ kind: ContentKind, at location: InputLocation) -> GeofenceError {
        GeofenceError(
            .unknownFormat,
            "the geofences are the members of a JSON object, not objects in an array or one after the other",
            at: location,
            recovery: """
                Make objects of them, as `jq -c '\(kind == .jsonArray ? "flatten[] | " : "")to_entries[] | {id: .key} + .value' FILE` \
                does; an id in them takes precedence.
                """
        )
    }

    /// Refuses an object that is a table in columns.
    private static func refuseColumns(_ scanner: ByteScanner, at location: InputLocation) throws(GeofenceError) {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return }
        let advice = ObjectAdvice(object: brace, in: scanner)
        guard advice.isTable, let recovery = advice.recovery() else { return }
        throw GeofenceError(
            .unknownFormat,
            "the geofences are a table in columns, not objects",
            at: location,
            recovery: recovery
        )
    }

    /// Returns the error for an array that has no features, at least at first, and nothing that becomes a table.
    private static func refusalOfArray(_ scanner: ByteScanner, at location: InputLocation) -> GeofenceError {
        if scanner.keys().contains("features") {
            return GeofenceError(
                .unknownFormat,
                "the geofences are a JSON array of collections, not of features",
                at: location,
                recovery: "Give the features, as `jq -c '.. | objects | select(.type == \"Feature\")' FILE` does."
            )
        }
        return GeofenceError(
            .unknownFormat,
            "the geofences are a JSON array of neither features nor circles",
            at: location,
            recovery: GeofenceObjects.shapeAdviceAboutFirst(in: scanner) ?? """
                Convert it to CSV, as \
                `jq -r '["id","latitude","longitude","radius_m"], (.[] | [.id, .lat, .lon, .radius]) | @csv'` does.
                """
        )
    }

    /// Returns the error for an input that is neither GeoJSON nor a table.
    private static func refusal(of kind: ContentKind, at location: InputLocation) -> GeofenceError {
        GeofenceError(
            .unknownFormat,
            "the file is \(kind.description), not GeoJSON or CSV",
            at: location,
            recovery: kind.recovery(
                orElse:
                    "Give GeoJSON or CSV; `ogr2ogr -f GeoJSONSeq -lco ID_FIELD=Name OUT IN` converts most other formats."
            )
        )
    }
}
