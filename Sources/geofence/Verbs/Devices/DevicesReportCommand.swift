internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct DevicesReportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Keep what a device reports, in place of what it reported before."
    )

    @Argument(help: ArgumentHelp("The device.", valueName: "name"))
    var device: String

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(help: ArgumentHelp("Whether the device may be located.", valueName: "status"))
    var authorization = AuthorizationStatus.authorizedAlways

    @Flag(help: "The location services of the device are off.")
    var servicesOff = false

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        guard DeviceID(device).isUsable else {
            throw ValidationError("The name of a device has 1 to 256 bytes and no control characters, as in traces.")
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
