package import Geofencing

/// The health of a store at one moment.
package struct StoreHealth: Sendable {
    /// What the running engines have registered, compared with what is saved.
    package let status: GeofenceHealthStatus
    /// The status of each running engine, the last one to start last.
    package let watchers: [WatcherHealth]
    /// The activity of each active saved geofence, in ascending order of identifier.
    package let activity: [GeofenceActivity]
    /// The devices' last reports, in ascending order of name.
    package let reports: [DeviceReport]
    /// The fixes that watches did not use, by device in ascending order of name.
    package let rejects: [DeviceRejects]
    /// The names of the geofences that have one, active or not.
    package let names: [Geofence.ID: String]

    /// Whether geofences are worth registering.
    package let allowsGeofencing: Bool
}
