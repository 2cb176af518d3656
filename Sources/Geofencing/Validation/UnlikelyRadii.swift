/// A check for radii that are probably not in meters: a single circle may be this small or large, but not all of
/// several.
enum UnlikelyRadii {
    /// In meters.
    private static let likely = 1.0...1_000_000

    /// Returns a warning at the first circle if there are several and all are too small or all too large.
    static func finding(of geofences: [LocatedGeofence]) -> GeofenceFinding? {
        let circles = geofences.compactMap { located -> (meters: Double, location: InputLocation)? in
            guard case .circle(_, let radius) = located.geofence.region else { return nil }
            return (radius.meters, located.location)
        }
        let radii = circles.map(\.meters)
        guard circles.count > 1, let least = radii.min(), let most = radii.max() else { return nil }
        guard most < likely.lowerBound || least > likely.upperBound else { return nil }
        return GeofenceFinding(
            .warning,
            .unlikelyRadii,
            "all \(circles.count) circles have radii from \(least) m to \(most) m",
            at: circles[0].location,
            recovery: "Check the units: a radius is in meters unless its name or a `units` beside it says otherwise."
        )
    }
}
