internal import ArgumentParser
internal import Geofencing

/// What a geofence has besides its shape.
struct FenceSettings: ParsableArguments {
    @Option(help: ArgumentHelp("A name for people.", valueName: "text"))
    var name: String?

    @Flag(inversion: .prefixedNo, help: "Whether ENTER is reported.")
    var notifyOnEntry: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether EXIT is reported.")
    var notifyOnExit: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether the geofence is registered at all.")
    var active: Bool?

    /// Whether anything was given.
    var isEmpty: Bool { name == nil && notifyOnEntry == nil && notifyOnExit == nil && active == nil }

    /// Sets what was given.
    func set(_ geofence: inout Geofence) {
        if let name { geofence.name = name }
        if let notifyOnEntry { geofence.notifyOnEntry = notifyOnEntry }
        if let notifyOnExit { geofence.notifyOnExit = notifyOnExit }
        if let active { geofence.isActive = active }
    }
}
