public import Geofencing

/// Whether the saved geofences match those that an engine has registered, and whether devices may be located.
public struct GeofenceHealthStatus: Sendable, Hashable {
    /// The geofences that the engine has registered.
    public let registered: Set<Geofence.ID>

    /// The active geofences of the store.
    public let saved: Set<Geofence.ID>

    /// The geofences that are registered and saved, but of which the engine has an older revision.
    public let drifted: Set<Geofence.ID>

    /// The least permissive status of any device, as the devices last reported; `authorizedAlways` if none ever did.
    public let authorizationStatus: AuthorizationStatus

    /// Whether location services are on, on all devices that reported.
    public let locationServicesEnabled: Bool

    /// Creates a status.
    public init(
        registered: Set<Geofence.ID>,
        saved: Set<Geofence.ID>,
        drifted: Set<Geofence.ID> = [],
        authorizationStatus: AuthorizationStatus = .authorizedAlways,
        locationServicesEnabled: Bool = true
    ) {
        self.registered = registered
        self.saved = saved
        self.drifted = drifted
        self.authorizationStatus = authorizationStatus
        self.locationServicesEnabled = locationServicesEnabled
    }

    /// The geofences that are saved but not registered: they report nothing.
    public var missing: Set<Geofence.ID> { saved.subtracting(registered) }

    /// The geofences that are registered but not saved: they should be removed.
    public var orphaned: Set<Geofence.ID> { registered.subtracting(saved) }

    /// Whether there is nothing to do.
    public var isHealthy: Bool {
        authorizationStatus == .authorizedAlways && locationServicesEnabled && missing.isEmpty && orphaned.isEmpty
            && drifted.isEmpty
    }

    /// The most important finding in a few words.
    public var statusSummary: String {
        if !locationServicesEnabled { return "Location services disabled" }
        if authorizationStatus != .authorizedAlways { return "Needs 'Always' authorization" }
        if !missing.isEmpty { return "\(missing.count) geofence(s) not registered" }
        if !orphaned.isEmpty { return "\(orphaned.count) orphan region(s)" }
        if !drifted.isEmpty { return "\(drifted.count) geofence(s) registered with an older revision" }
        if saved.isEmpty { return "No active geofences" }
        return "Healthy"
    }
}
