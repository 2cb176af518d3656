internal import Geofencing

/// The geofences that a run uses.
struct LoadedFences {
    /// The geofences in input order.
    var geofences: [Geofence] = []
    var skipped = 0
    /// The reasons why geofences were left out, for those whose identifiers could be read.
    var faults: [Geofence.ID: GeofenceFinding] = [:]
    var repaired = 0

    /// Counts a geofence that was left out; its identifier is `nil` if it could not be read.
    mutating func noteLeftOut(_ id: Geofence.ID?, because fault: GeofenceFinding?) {
        skipped += 1
        if let id { faults[id] = fault }
    }

    /// The active geofences in ascending order of identifier, which is the order of an engine's handles.
    var activeByIdentifier: [Geofence] { geofences.activeByIdentifier }

    /// The line about the geofences in the summary of a run.
    var summary: String { "geofences  \(text)" }

    /// The number of geofences of each kind, in words.
    var text: String {
        var circles = 0
        var polygons = 0
        var multiPolygons = 0
        for geofence in geofences {
            switch geofence.region {
            case .circle: circles += 1
            case .polygon: polygons += 1
            case .multiPolygon: multiPolygons += 1
            }
        }
        let kinds = [(polygons, "polygon"), (multiPolygons, "multipolygon"), (circles, "circle")]
            .filter { $0.0 > 0 }.map { Quantity.counted($0.0, $0.1) }
        var text = Quantity.grouped(geofences.count)
        if !kinds.isEmpty { text += " (\(kinds.joined(separator: ", ")))" }
        if repaired > 0 { text += ", \(Quantity.grouped(repaired)) repaired" }
        if skipped > 0 { text += ", \(Quantity.grouped(skipped)) invalid and left out" }
        let inactive = geofences.count { !$0.isActive }
        if inactive > 0 { text += ", \(Quantity.grouped(inactive)) not active" }
        return text
    }
}
