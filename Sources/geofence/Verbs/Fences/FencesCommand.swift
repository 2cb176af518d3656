internal import ArgumentParser

/// The saved geofences of a store; each subcommand is a verb of its own.
struct FencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fences",
        abstract: "Save, change and list the geofences of a store.",
        discussion: """
            A running `geofence watch` on the same store registers every change at once.

              geofence fences import --store fleet.db stops.geojson zones.geojson
              geofence fences add depot --store fleet.db --latitude 52.52 \\
                --longitude 13.405 --radius 150
              geofence fences edit depot --store fleet.db --radius 200
              geofence fences export --store fleet.db > saved.geojson
            """,
        subcommands: [
            FencesAddCommand.self, FencesEditCommand.self, FencesRemoveCommand.self, FencesListCommand.self,
            FencesShowCommand.self, FencesImportCommand.self, FencesExportCommand.self,
        ]
    )
}
