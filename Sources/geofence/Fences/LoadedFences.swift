internal import Geofencing

/// The geofences that a run uses.
struct LoadedFences {
    /// In input order.
    var geofences: [Geofence] = []
    var skipped = 0
    /// What is wrong with those that were left out, as far as their identifiers could be read.
    var faults: [Geofence.ID: GeofenceFinding] = [:]
    var repaired = 0

    /// The active geofences in ascending order of identifier: the order of an engine's handles.
    var activeByIdentifier: [Geofence] { geofences.filter(\.isActive).sorted { $0.id < $1.id } }

    /// Their line in the summary of a run.
    var summary: String { "geofences  \(text)" }

    /// How many of which kind, in words.
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
