internal import ArgumentParser

@main
struct GeofenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "geofence", subcommands: [Bench.self])
}
