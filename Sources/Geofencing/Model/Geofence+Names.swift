extension Geofence {
    /// The length of the longest identifier, in bytes.
    private static let identifierLimit = 1024

    /// Returns what prevents a geofence from having this identifier and this display name; `nil` if nothing does.
    ///
    /// An identifier follows the rules of a device's name but may be longer. A display name may contain line ends but
    /// no NUL, because a store's text ends there.
    static func problem(of id: ID, named name: String?) -> GeofenceError? {
        let bytes = id.rawValue.utf8
        if bytes.isEmpty {
            return GeofenceError(
                .invalidIdentifier,
                "the geofence has no identifier",
                recovery: """
                    Give it a unique one: in GeoJSON properties.id (or a feature id), in CSV a column id, in KML a name. \
                    `ogr2ogr -f GeoJSONSeq -lco ID_FIELD=Name OUT IN` takes it from a field Name, and \
                    `jq '.features |= [to_entries[] | .value + {id: .key}]' IN` numbers the geofences of a FeatureCollection, \
                    `jq -cn 'foreach inputs as $f (0; . + 1; $f + {id: .})' IN` those of single features.
                    """
            )
        }
        if bytes.count > identifierLimit {
            return GeofenceError(
                .invalidIdentifier,
                "the identifier is too long: \(bytes.count) bytes",
                recovery: "Give the geofence an identifier of at most \(identifierLimit) bytes."
            )
        }
        if bytes.contains(where: { $0 < 0x20 }) {
            return GeofenceError(
                .invalidIdentifier,
                "the identifier \(id.rawValue.shortened.debugDescription) contains a control character",
                recovery: "Give the geofence an identifier without control characters such as NULs, tabs and line ends."
            )
        }
        if let name, name.utf8.contains(0) {
            return GeofenceError(
                .invalidIdentifier,
                "the name \(name.shortened.debugDescription) contains a NUL character",
                recovery: "Remove the character from the name."
            )
        }
        return nil
    }
}
