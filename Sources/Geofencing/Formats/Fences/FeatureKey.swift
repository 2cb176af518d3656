/// The keys of a GeoJSON feature, its properties and its geometry that mean something here.
enum FeatureKey: Sendable {
    case type
    case id
    case name
    case geometry
    case properties
    case coordinates
    case crs
    case radiusMeters
    case radius
    case radiusUnits
    case notifyOnEntry
    case notifyOnExit
    case isActive
    case policy
    case threshold(TransitionPolicy.Threshold)

    static let table = KeyTable<FeatureKey>(
        [
            ("type", .type), ("id", .id), ("name", .name), ("geometry", .geometry), ("properties", .properties),
            ("coordinates", .coordinates), ("radius_m", .radiusMeters), ("radius", .radius),
            ("radius_units", .radiusUnits), ("radius_unit", .radiusUnits), ("radiusUnits", .radiusUnits),
            ("radiusUnit", .radiusUnits), ("crs", .crs),
            ("notifyOnEntry", .notifyOnEntry), ("notify_on_entry", .notifyOnEntry), ("notifyOnExit", .notifyOnExit),
            ("notify_on_exit", .notifyOnExit), ("isActive", .isActive), ("is_active", .isActive), ("policy", .policy),
        ] + TransitionPolicy.Threshold.allCases.map { ($0.rawValue, .threshold($0)) }
    )
}
