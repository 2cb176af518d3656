internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesShowCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Write one saved geofence as GeoJSON.",
        discussion: """
              geofence fences show depot --store fleet.db
            """
    )

    @Argument(help: ArgumentHelp("The identifier.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let id = Geofence.ID(id)
        let geofence = try store.withSavedGeofences { store in
            guard let saved = try store.savedGeofence(id) else { throw GeofenceError.unknownGeofence(id) }
            return saved.geofence
        }
        try GeofenceWriter.write([geofence], to: "-")
    }
}
