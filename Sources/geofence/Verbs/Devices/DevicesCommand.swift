internal import ArgumentParser

/// What the devices of a store report about themselves.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Record and list whether devices may be located.",
        discussion: """
            A running `geofence watch` registers geofences as long as at least one device may be located at all times, or no \
            device has ever reported.

              geofence devices report phone-1 --store fleet.db \\
                --authorization authorized_when_in_use
              geofence devices list --store fleet.db
            """,
        subcommands: [DevicesReportCommand.self, DevicesListCommand.self]
    )
}
