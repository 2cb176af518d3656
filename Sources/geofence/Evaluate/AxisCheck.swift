internal import Geofencing

/// Looks for coordinates with exchanged axes, which pass validation if both values are valid latitudes.
enum AxisCheck {
    /// The number of places that are examined.
    static let sample = 1000

    /// Returns a warning if no device was last seen in the box around the geofences, but most would have been with
    /// latitude and longitude exchanged.
    static func warning(_ engine: GeofenceEngine, _ geofences: [Geofence]) throws(GeofenceError) -> Diagnostic? {
        let places = engine.devices.prefix(sample).compactMap { engine.lastFix(of: $0)?.coordinate }
        return try exchanged(places, geofences).map {
            warning(
                "no device was last seen near a geofence, but \($0) of \(places.count) would have been if latitude and longitude were swapped",
                "traces"
            )
        }
    }

    /// Returns a warning if none of some points is in the box around the geofences, but most would be with latitude and
    /// longitude exchanged.
    static func warning(of points: [Coordinate], _ geofences: [Geofence]) throws(GeofenceError) -> Diagnostic? {
        try exchanged(points, geofences).map {
            warning(
                "no point is near a geofence, but \($0) of \(points.count) would be if latitude and longitude were swapped",
                "points"
            )
        }
    }

    /// Returns how many places would be in the box around the geofences with their axes exchanged; `nil` if these are
    /// not most of them, or any place is in the box as it is.
    private static func exchanged(_ places: [Coordinate], _ geofences: [Geofence]) throws(GeofenceError) -> Int? {
        let box = try Box(around: geofences)
        let exchanged = places.count { box.contains(x: $0.latitude, y: $0.longitude) }
        let isDoubtful =
            exchanged * 2 > places.count && !places.contains { box.contains(x: $0.longitude, y: $0.latitude) }
        return isDoubtful ? exchanged : nil
    }

    private static func warning(_ message: String, _ places: String) -> Diagnostic {
        Diagnostic(
            severity: .warning,
            message: message,
            hint:
                "Check the order of coordinates in geofences and \(places): GeoJSON has the longitude first, and tables name their columns."
        )
    }
}
