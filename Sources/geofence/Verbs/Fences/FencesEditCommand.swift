internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesEditCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a saved geofence.",
        discussion: """
            Only what is given changes. Only a circle has a center and a radius.

              geofence fences edit depot --store fleet.db --radius 200 --name "Main depot"
              geofence fences edit depot --store fleet.db --no-active
              geofence fences edit depot --store fleet.db --policy raw --dwell 5m
            """
    )

    @Argument(help: ArgumentHelp("The identifier.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The latitude of the center in degrees, -90 to 90.", valueName: "degrees")
    )
    var latitude: Numeral<Double>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longitude of the center in degrees, -180 to 180.", valueName: "degrees")
    )
    var longitude: Numeral<Double>?

    @Option(parsing: .unconditional, help: ArgumentHelp("The radius in meters.", valueName: "meters"))
    var radius: Numeral<Double>?

    @OptionGroup(title: "Geofence") var settings: FenceSettings

    @Flag(help: "Remove the policy, so that the one of the run applies.")
    var noPolicy = false

    @Flag(help: "Remove the dwell, so that the one of the run applies.")
    var noDwell = false

    @OptionGroup(title: "Messages") var log: LogOptions

    private var changesShape: Bool { latitude != nil || longitude != nil || radius != nil }

    func check() throws {
        if settings.isEmpty, !changesShape, !noPolicy, !noDwell {
            throw ValidationError("Nothing to change: give at least one setting; see --help.")
        }
        if noPolicy, settings.policy != nil { throw ValidationError("--policy and --no-policy cannot be combined.") }
        if noDwell, settings.dwell != nil { throw ValidationError("--dwell and --no-dwell cannot be combined.") }
    }

    func perform() throws {
        try store.withSavedGeofences { store in try store.update(Geofence.ID(id), changed) }
    }

    private func changed(_ saved: SavedGeofence?) throws(GeofenceError) -> Geofence {
        guard var geofence = saved?.geofence else { throw GeofenceError.unknownGeofence(Geofence.ID(id)) }
        if changesShape { geofence.region = try region(from: geofence.region) }
        try settings.set(&geofence)
        if noPolicy { geofence.policy = nil }
        // This includes a dwell from a policy file.
        if noDwell { geofence.dwell = nil }
        return geofence
    }

    private func region(from region: Geofence.Region) throws(GeofenceError) -> Geofence.Region {
        guard case .circle(var center, var distance) = region else {
            throw GeofenceError(
                .invalidRadius,
                "the geofence is a polygon, which has no center or radius",
                at: InputLocation(geofence: id),
                recovery: "Import its new shape from a file with `geofence fences import`."
            )
        }
        if let latitude { center.latitude = latitude.value }
        if let longitude { center.longitude = longitude.value }
        if let radius { distance = .meters(radius.value) }
        return .circle(center: center, radius: distance)
    }
}
