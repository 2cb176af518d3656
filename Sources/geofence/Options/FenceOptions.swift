internal import ArgumentParser

/// Which geofences to read.
struct FenceFiles: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of geofences: GeoJSON, GeoJSONSeq or CSV; - is standard input.",
            discussion: """
                GeoJSON: a Polygon or MultiPolygon is the shape; a Point with properties.radius_m is a circle. The \
                identifier is properties.id, else the feature's id. CSV: \
                id,name,latitude,longitude,radius_m, or a column wkt with shapes as well-known text or binary.
                """,
            valueName: "file"
        )
    )
    var fences: [String] = []

    /// Throws if there are no files.
    func require() throws {
        if fences.isEmpty { throw ValidationError("Missing expected argument '--fences <file> ...'") }
    }

    /// The files that are read.
    var named: [NamedFile] { NamedFile.list("--fences", fences) }
}

/// What to do with geofences that are not valid.
struct InvalidFenceOptions: ParsableArguments {
    @Flag(help: "Make invalid geofences valid, and say how much area that changes.")
    var repair = false

    @Flag(help: "Leave invalid geofences out, and say how many.")
    var skipInvalid = false

    func validate() throws {
        if repair, skipInvalid { throw ValidationError("--repair and --skip-invalid exclude each other.") }
    }
}

/// Which geofences to read, and what to do with those that are not valid.
struct FenceOptions: ParsableArguments {
    @OptionGroup var files: FenceFiles

    @OptionGroup var invalid: InvalidFenceOptions
}
