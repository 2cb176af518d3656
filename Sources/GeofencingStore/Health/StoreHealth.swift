package import Geofencing

/// All that is to be known of how a store does, of one moment.
package struct StoreHealth: Sendable {
    /// What the running engines have registered, compared with what is saved.
    package let status: GeofenceHealthStatus
    /// Each of them, the one that started last at the end.
    package let watchers: [WatcherHealth]
    /// How each active saved geofence does, in ascending order of identifier.
    package let activity: [GeofenceActivity]
    /// What devices last reported, in ascending order of name.
    package let reports: [DeviceReport]
    /// The fixes of devices that watches have not used, in ascending order of name.
    package let rejects: [DeviceRejects]
    /// What people call the geofences that have a name, active or not.
    package let names: [Geofence.ID: String]

    /// Whether geofences are worth registering.
    package let allowsGeofencing: Bool
}
