internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// What the devices of a store report about themselves.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Keep and list whether devices may be located.",
        discussion: """
            A running `geofence watch` registers geofences as long as some device may be located at all times, or none has \
            ever reported.

              geofence devices report phone-1 --store fleet.db --authorization authorized_when_in_use
              geofence devices list --store fleet.db
            """,
        subcommands: [DevicesReportCommand.self, DevicesListCommand.self]
    )
}

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

    func validate() throws {
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

struct DevicesListCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices that have reported as CSV."
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let reports = try store.open().deviceReports()
        var text = CSVText()
        text.append("device,authorization,location_services,reported_unix_ms", isLast: true)
        for report in reports {
            text.append(CSVText.cell(report.device.rawValue.utf8))
            text.append(report.authorizationStatus.rawValue)
            text.append(report.locationServicesEnabled ? "on" : "off")
            text.append("\(report.time)", isLast: true)
        }
        try OutputFile.write(String(decoding: text.bytes, as: UTF8.self), to: "-")
    }
}
