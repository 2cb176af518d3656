extension GeofenceReader {
    /// Refuses fixes and results of this program in place of geofences: reading on would report each of their records.
    static func refuseFixes(
        _ kind: ContentKind,
        _ scanner: ByteScanner,
        at location: InputLocation
    ) throws(GeofenceError) {
        if let result = OwnResult(kind, scanner) {
            throw GeofenceError(
                .unknownFormat,
                "this is \(result.name), not geofences",
                at: location,
                recovery: "Give the geofences that were used to make it."
            )
        }
        guard isTrace(kind, scanner) else { return }
        throw GeofenceError(
            .unknownFormat,
            "this is a trace, not geofences",
            at: location,
            recovery: """
                Give it as --trace, as `geofence evaluate` takes it, or to `TraceFile` in code, and the geofences as GeoJSON or CSV.
                """
        )
    }

    /// Whether the first JSON object is a fix or a feature in place of one, or part of a Google Timeline. An object
    /// with a radius is no fix.
    private static func isTrace(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        if let converter = TraceConverter(scanner), [.googleTimeline, .geoJSON].contains(converter) { return true }
        guard kind.isJSON else { return false }
        let names = kind.names(in: scanner)
        func has(_ roles: ColumnRole...) -> Bool { roles.contains { names.contains(where: $0.isNamed) } }
        return has(.time, .timeMilliseconds) && (names.contains("coordinate") || has(.latitude) && has(.longitude))
            && !has(.radius, .geometry) && names.isDisjoint(with: ["features", "properties"])
    }
}
