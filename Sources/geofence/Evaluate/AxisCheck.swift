internal import Geofencing

/// Looks for coordinates with exchanged axes, which pass validation if both values are valid latitudes.
enum AxisCheck {
    /// The number of devices that are examined.
    private static let sample = 1000

    /// Returns a warning if no device was last seen in the box around the geofences, but most would have been with
    /// latitude and longitude exchanged.
    static func warning(_ engine: GeofenceEngine, _ geofences: [Geofence]) throws(GeofenceError) -> Diagnostic? {
        let box = try Box(around: geofences)
        let places = engine.devices.prefix(sample).compactMap { engine.lastFix(of: $0)?.coordinate }
        let exchanged = places.count { box.contains(x: $0.latitude, y: $0.longitude) }
        guard exchanged * 2 > places.count, !places.contains(where: { box.contains(x: $0.longitude, y: $0.latitude) })
        else { return nil }
        return Diagnostic(
            severity: .warning,
            message:
                "no device was last seen near a geofence, but \(exchanged) of \(places.count) would have been if latitude and longitude were swapped",
            hint:
                "Check the order of coordinates in geofences and traces: GeoJSON has the longitude first, and tables name their columns."
        )
    }
}
