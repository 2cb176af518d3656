internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct DevicesReportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Record what a device reports, replacing its previous report."
    )

    @Argument(help: ArgumentHelp("The device.", valueName: "name"))
    var device: String

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(help: ArgumentHelp("Whether the device may be located.", valueName: "status"))
    var authorization = AuthorizationStatus.authorizedAlways

    @Flag(help: "The device's location services are off.")
    var servicesOff = false

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        guard DeviceID(device).isUsable else {
            throw ValidationError("A device's name must have 1 to 256 bytes and no control characters, as in traces.")
        }
    }

    func perform() throws {
        try store.openOrCreate().save(
            DeviceReport(
                device: DeviceID(device),
                authorizationStatus: authorization,
                locationServicesEnabled: !servicesOff,
                time: .now
            )
        )
    }
}
