internal import ArgumentParser

/// Which geofences to read.
struct FenceFiles: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Geofence files: GeoJSON, CSV, JSON, KML, or exports of OwnTracks or Traccar; - is standard input.",
            discussion: """
                In GeoJSON, a Polygon or MultiPolygon is a shape, and a Point with properties.radius_m is a circle; the \
                identifier is properties.id, else the feature's id. In CSV, the columns are id,name,latitude,longitude,radius_m, \
                or a column wkt has the shapes as well-known text or binary.
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
    @Flag(help: "Repair invalid geofences, and report how much their area changes.")
    var repair = false

    @Flag(help: "Leave out invalid geofences, and report how many.")
    var skipInvalid = false

    func validate() throws {
        if repair, skipInvalid { throw ValidationError("--repair and --skip-invalid cannot be combined.") }
    }
}

/// Which geofences to read, and what to do with those that are not valid.
struct FenceOptions: ParsableArguments {
    @OptionGroup var files: FenceFiles

    @OptionGroup var invalid: InvalidFenceOptions
}
