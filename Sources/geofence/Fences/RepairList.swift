internal import Geofencing

/// Makes geofences valid and remembers what that changed.
struct RepairList {
    private var validator: FenceValidator?
    private var changes: [(location: InputLocation, areaChange: Double)] = []

    /// How many geofences were repaired.
    var count: Int { changes.count }

    /// A geofence made valid.
    ///
    /// - Throws: The geofence's first error when there is nothing to make one of.
    mutating func repair(_ located: LocatedGeofence) throws(GeofenceError) -> Geofence {
        let validator: FenceValidator
        if let known = self.validator { validator = known } else { validator = try FenceValidator() }
        self.validator = validator
        let repair = try validator.repaired(located.geofence, at: located.location)
        var location = located.location
        location.geofence = located.geofence.id.rawValue
        changes.append((location, repair.areaChange))
        return repair.geofence
    }

    /// Says by how much the first few changed, and how many more there are.
    func show(on console: Console) {
        for (location, areaChange) in changes.prefix(FindingList.limit) {
            let percent = Quantity.significant(abs(areaChange) * 100)
            let change = areaChange == 0 ? "the same area" : "\(percent) % \(areaChange < 0 ? "less" : "more") area"
            console.line("\(location): repaired, with \(change)")
        }
        if count > FindingList.limit {
            console.line("... and \(Quantity.grouped(count - FindingList.limit)) more repaired")
        }
    }
}
