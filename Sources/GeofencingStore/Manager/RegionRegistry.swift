public import Geofencing

/// The place where geofences are registered: an engine, or a platform's own monitor.
///
/// A `GeofenceManager` calls it from one thread at a time. It must not call the manager; it may call the store. Only
/// its own geofences are compared with what is saved, and each as a whole: one that is returned with any difference is
/// registered again.
///
/// A registry that hands on to an engine also hears of each change of the store, even of one without a transition, as a
/// list on a screen has to. A geofence that is made inactive is removed; other changes of inactive ones do not come.
///
/// ```swift
/// struct ShownGeofences: RegionRegistry {
///     let engine: GeofenceEngine
///     let show: @Sendable ([GeofenceChange]) -> Void
///
///     var registeredGeofences: [Geofence] { engine.registeredGeofences }
///
///     func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition] {
///         let transitions = try engine.apply(changes)
///         show(changes)
///         return transitions
///     }
/// }
/// ```
public protocol RegionRegistry: Sendable {
    /// The geofences that are registered now.
    var registeredGeofences: [Geofence] { get }

    /// Makes changes as one, all of them or none, and returns the transitions that result.
    func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition]
}

extension GeofenceEngine: RegionRegistry {}
