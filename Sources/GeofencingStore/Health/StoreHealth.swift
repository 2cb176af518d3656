public import Geofencing

/// The health of a store, its geofences and its devices, all from the same moment; see
/// `GeofenceStore.health(since:until:)`.
public struct StoreHealth: Sendable, Hashable {
    /// What all running engines together have registered, compared with what is saved.
    public let status: GeofenceHealthStatus

    /// Each running engine with what it has registered, the last one to start last.
    public let watchers: [WatcherHealth]

    /// The activity of each active saved geofence, in ascending order of identifier.
    public let activity: [GeofenceActivity]

    /// The last reports of all devices that ever reported, in ascending order of name.
    public let deviceReports: [DeviceReport]

    /// The fixes that watches did not use, for each device that has any, in ascending order of name.
    public let rejects: [DeviceRejects]

    /// The display names of the saved geofences that have one, active or not. One that is registered but no longer
    /// saved has none here.
    public let geofenceNames: [Geofence.ID: String]

    /// Whether managers register geofences: some device may be located at all times, or none has ever reported.
    /// Otherwise what is missing, orphaned or drifted stays so until a device reports that it may be located.
    public let allowsGeofencing: Bool
}
