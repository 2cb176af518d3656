/// The keys of a GeoJSON feature, its properties and its geometry that are read.
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
    /// The units of a radius in the same object; without a radius there, often something else.
    case units
    case notifyOnEntry
    case notifyOnExit
    case isActive
    /// Like `isActive` if it is a Boolean and nothing else says so; often something else.
    case active
    case policy
    case threshold(TransitionPolicy.Threshold)

    static let table = KeyTable(spellings: spellings)

    private static let spellings: [(name: String, key: FeatureKey)] =
        [
            ("type", .type), ("id", .id), ("name", .name), ("geometry", .geometry), ("properties", .properties),
            ("coordinates", .coordinates), ("radius_m", .radiusMeters), ("radius", .radius),
            ("radius_units", .radiusUnits), ("radius_unit", .radiusUnits), ("radiusUnits", .radiusUnits),
            ("radiusUnit", .radiusUnits), ("units", .units), ("unit", .units), ("crs", .crs),
            ("notifyOnEntry", .notifyOnEntry), ("notify_on_entry", .notifyOnEntry), ("notifyOnExit", .notifyOnExit),
            ("notify_on_exit", .notifyOnExit), ("isActive", .isActive), ("is_active", .isActive), ("active", .active),
            ("policy", .policy),
        ] + TransitionPolicy.Threshold.allCases.map { ($0.rawValue, .threshold($0)) }
}
