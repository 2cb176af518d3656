/// What must not be beside a list of geofences in an object of JSON, since it would not be read.
enum GeofenceLists {
    /// Returns what objects to a member beside the list with a key: that it has geofences too, or units other than
    /// meters, which may be those of the radii in the list.
    static func objection(toMembersBeside list: String) -> JSONElements.Objection {
        { key, value, scanner in
            let name = scanner.text(in: key)
            if GeofenceObjects.areGeofences(value, in: scanner) { return .lists(list, name) }
            let role = ColumnRole.normalized(name)
            guard ColumnRole.radiusUnits.isNamed(role) || ColumnRole.radiusUnits.weakNames.contains(role),
                FenceDraft.isUnitOtherThanMeter(scanner.text(in: value).trimming { $0 == "\"" })
            else { return nil }
            return .units(key: name, list: list)
        }
    }
}
