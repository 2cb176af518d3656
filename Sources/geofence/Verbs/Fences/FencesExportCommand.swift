internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesExportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all saved geofences as GeoJSON, at full precision.",
        discussion: """
              geofence fences export --store fleet.db --output saved.geojson
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write the geofences; - is standard output. A file appears once it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try FilePaths.check(NamedFile.list("--output", [output]), from: store.named)
    }

    func perform() throws {
        let saved = try store.open().savedGeofences()
        try GeofenceWriter.write(saved.lazy.map(\.geofence), to: output)
    }
}
