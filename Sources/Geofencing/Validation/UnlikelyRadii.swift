/// A check for radii that are probably not in meters: a single circle may be this small or large, but not all of
/// several.
enum UnlikelyRadii {
    /// In meters.
    private static let likely = 1.0...1_000_000

    /// Returns a warning at the first circle if there are several and all are too small or all too large.
    static func finding(of geofences: [Geofence], at locations: InputLocations) -> GeofenceFinding? {
        var (first, count) = (0, 0)
        var (least, most) = (Double.infinity, 0.0)
        let fences = geofences.span
        for number in fences.indices {
            guard case .circle(_, let radius) = fences[number].region else { continue }
            if count == 0 { first = number }
            count += 1
            (least, most) = (min(least, radius.meters), max(most, radius.meters))
        }
        guard count > 1 else { return nil }
        guard most < likely.lowerBound || least > likely.upperBound else { return nil }
        return GeofenceFinding(
            .warning,
            .unlikelyRadii,
            "all \(count) circles have radii from \(least) m to \(most) m",
            at: locations[first],
            recovery: "Check the units: a radius is in meters unless its name or a `units` beside it says otherwise."
        )
    }
}
