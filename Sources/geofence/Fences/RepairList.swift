internal import Geofencing

/// Makes geofences valid and records what that changed.
struct RepairList {
    private var validator: FenceValidator?
    private var changes: [(location: InputLocation, areaChange: Double)] = []

    /// The number of repaired geofences.
    var count: Int { changes.count }

    /// Returns a geofence made valid.
    ///
    /// - Throws: The geofence's first error if no valid geofence can be made from it.
    mutating func repair(_ geofence: Geofence, at location: InputLocation) throws(GeofenceError) -> Geofence {
        let validator: FenceValidator
        if let known = self.validator { validator = known } else { validator = try FenceValidator() }
        self.validator = validator
        let repair = try validator.repaired(geofence, at: location)
        var location = location
        location.geofence = geofence.id.rawValue
        changes.append((location, repair.areaChange))
        return repair.geofence
    }

    /// Shows how much the area of the first few changed, and how many more there are.
    func show(on console: Console) {
        for (location, areaChange) in changes.prefix(FindingList.limit) {
            console.line("\(location): repaired, with \(Self.text(areaChange))")
        }
        if count > FindingList.limit {
            console.line("... and \(Quantity.grouped(count - FindingList.limit)) more repaired")
        }
    }

    /// Returns the text about a change in area. The change is given as a share of the repaired area and shown as a
    /// share of the drawn area.
    private static func text(_ areaChange: Double) -> String {
        let drawn = 1 - areaChange
        if drawn < 1e-9 { return "an area where it had none" }
        let percent = 100 * areaChange / drawn
        if abs(percent) < 1e-6 { return "the same area" }
        return "\(Quantity.significant(abs(percent))) % \(percent < 0 ? "less" : "more") area"
    }
}
