public import Geofencing

/// The place where geofences are registered: an engine, or a platform's own monitor.
///
/// A `GeofenceManager` calls it from one thread at a time. It must not call the manager; it may call the store. Only
/// its own geofences are compared with what is saved, and each as a whole: one that is returned with any difference is
/// registered again.
public protocol RegionRegistry: Sendable {
    /// The geofences that are registered now.
    var registeredGeofences: [Geofence] { get }

    /// Makes changes as one, all of them or none, and returns the transitions that result.
    func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition]
}

extension GeofenceEngine: RegionRegistry {}
