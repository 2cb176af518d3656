internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesRemoveCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove saved geofences: all those named, or none if any does not exist.",
        discussion: """
              geofence fences remove depot garage --store fleet.db
            """
    )

    @Argument(help: ArgumentHelp("The identifiers.", valueName: "id"))
    var ids: [String]

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let ids = Set(ids.map { Geofence.ID($0) }).sorted()
        try store.withSavedGeofences { store in try store.apply(ids.map { .remove($0) }) }
    }
}
