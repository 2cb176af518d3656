internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesAddCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Save a new circle.",
        discussion: """
            Polygons come from files: see geofence fences import.

              geofence fences add depot --store fleet.db --latitude 52.52 \\
                --longitude 13.405 --radius 150
            """
    )

    @Argument(help: ArgumentHelp("The identifier, unique in the store.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The latitude of the center in degrees, -90 to 90.", valueName: "degrees")
    )
    var latitude: Numeral<Double>

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longitude of the center in degrees, -180 to 180.", valueName: "degrees")
    )
    var longitude: Numeral<Double>

    @Option(parsing: .unconditional, help: ArgumentHelp("The radius in meters.", valueName: "meters"))
    var radius: Numeral<Double>

    @OptionGroup(title: "Geofence") var settings: FenceSettings

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let center = Coordinate(latitude: latitude.value, longitude: longitude.value)
        var geofence = Geofence(Geofence.ID(id), .circle(center: center, radius: .meters(radius.value)))
        try settings.set(&geofence)
        let added = geofence
        // Checked before a store is created for it.
        try FenceValidator().check(added)
        try store.openOrCreate().update(added.id) { saved throws(GeofenceError) in
            guard saved == nil else {
                throw GeofenceError(
                    .duplicateIdentifier,
                    "a geofence \"\(id.shortened)\" is already saved",
                    at: InputLocation(geofence: id),
                    recovery: "Change it with `geofence fences edit`, or choose another identifier."
                )
            }
            return added
        }
    }
}
