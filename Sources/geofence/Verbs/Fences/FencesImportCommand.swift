internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesImportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Save the geofences in files: all of them, or none if any is invalid.",
        discussion: """
            A geofence whose identifier is already saved is updated; one that is the same stays as it is. With --replace, the \
            store then has these geofences and no others.

              geofence fences import --store fleet.db stops.geojson zones.geojson
              geofence fences import --store fleet.db --replace all.geojson
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Geofence files: GeoJSON, CSV, JSON, KML, or exports of OwnTracks or Traccar; - is standard input.",
            valueName: "file"
        )
    )
    var files: [String]

    @OptionGroup(title: "Store") var store: StoreOptions

    @Flag(help: "Remove the saved geofences that are not in the files; those left out as invalid stay.")
    var replace = false

    @OptionGroup var invalid: InvalidFenceOptions

    @OptionGroup var threads: ThreadOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws { try FilePaths.check(inputs: NamedFile.list("an input", files)) }

    func perform() throws {
        let loaded = try invalid.load(files, threads: threads.count, messages: messages)
        let geofences = loaded.geofences
        if replace, geofences.isEmpty {
            throw GeofenceError(
                .invalidRecord,
                "the files have no geofences, so --replace would remove all saved ones",
                at: InputLocation(file: files[0]),
                recovery:
                    "Check the files; to remove saved geofences by their identifiers, use `geofence fences remove`."
            )
        }
        let counts = try save(loaded)
        guard !messages.quiet else { return }
        let same = geofences.count - counts.added - counts.changed
        Console().line(
            "\(Quantity.grouped(counts.added)) added, \(Quantity.grouped(counts.changed)) changed, "
                + "\(Quantity.grouped(counts.removed)) removed, \(Quantity.grouped(same)) unchanged"
        )
    }

    private func save(_ loaded: LoadedFences) throws(GeofenceError) -> GeofenceChangeCounts {
        let store = try store.openOrCreate()
        let console = Console()
        if messages.progressWish != .never {
            console.showStep("saving \(Quantity.counted(loaded.geofences.count, "geofence"))")
        }
        defer { console.showStep(nil) }
        guard replace else { return try store.apply(loaded.geofences.map(GeofenceChange.upsert)) }
        return try store.replaceAll(with: loaded.geofences, keeping: Set(loaded.faults.keys))
    }
}
