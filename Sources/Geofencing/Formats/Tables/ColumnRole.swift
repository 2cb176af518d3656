/// The meaning of a column of a table or a key of an object.
enum ColumnRole: Sendable, Hashable {
    case other
    case device
    case time
    /// A time whose name says that it is in milliseconds.
    case timeMilliseconds
    case latitude
    case longitude
    case accuracy
    case sequence
    /// In percent.
    case battery
    case id
    /// The identifier of a point, which has no device or time.
    case pointID
    case name
    case radius
    case radiusUnits
    /// A shape as well-known text or binary.
    case geometry
    /// A shape as Traccar writes it.
    case area
    case notifyOnEntry
    case notifyOnExit
    case isActive
    case policy
    /// A threshold of a geofence's policy.
    case threshold(TransitionPolicy.Threshold)

    /// The names of the role, best first, in the normalized form of `normalized(_:)`.
    var names: [String] {
        switch self {
        case .other: []
        case .device:
            ["device_id", "device", "deviceid", "vehicle_id", "vehicle", "individual_local_identifier", "taxi_id"]
        case .time: ["timestamp", "time", "ts", "datetime", "date_time", "fix_time", "fixtime", "tst"]
        case .timeMilliseconds: ["ts_unix_ms", "timestamp_ms", "time_ms"]
        case .latitude: ["latitude", "lat", "location_lat"]
        case .longitude: ["longitude", "lon", "lng", "long", "location_long"]
        case .accuracy: ["horizontal_accuracy", "h_accuracy_m", "accuracy", "acc", "hacc", "h_accuracy", "accuracy_m"]
        case .sequence: ["seq", "sequence"]
        case .battery: ["battery_pct", "battery_percent", "battery_percentage", "batt"]
        case .id: ["id", "fence_id", "geofence", "geofence_id", "identifier"]
        case .pointID: ["id"]
        case .name: ["name", "title", "label"]
        case .radius: ["radius_m", "radius", "radius_meters", "rad"]
        case .radiusUnits: ["radius_units", "radius_unit", "radiusunits", "radiusunit"]
        case .geometry: ["wkt", "wkb", "geometry", "geom", "the_geom", "wkb_geometry"]
        case .area: ["area"]
        case .notifyOnEntry: ["notifyonentry", "notify_on_entry"]
        case .notifyOnExit: ["notifyonexit", "notify_on_exit"]
        case .isActive: ["isactive", "is_active", "active"]
        case .policy: ["policy"]
        case .threshold(let threshold): [threshold.rawValue]
        }
    }

    /// The columns of a trace that are read.
    static let ofFix = requiredForFix + [.accuracy, .sequence]

    /// The columns that every trace has.
    static let requiredForFix: [ColumnRole] = [.device, .time, .latitude, .longitude]

    /// Whether the column is a part of a position.
    var isOfPlace: Bool { self == .latitude || self == .longitude }

    /// Whether the column is a part of a circle.
    var isOfCircle: Bool { isOfPlace || self == .radius }

    /// Names accepted only if none of `names` is present, since they often mean something else.
    var weakNames: [String] {
        switch self {
        case .device: fallbackNames + ["id", "name"]
        case .accuracy:
            fallbackNames + [
                "accuracy_meters", "horizontal_accuracy_m", "gps_accuracy", "location_accuracy",
                "location_error_numerical", "eobs:horizontal_accuracy_estimate",
            ]
        case .pointID: ["identifier"]
        case .latitude: ["y"]
        case .longitude: ["x"]
        case .radiusUnits: ["units", "unit"]
        default: []
        }
    }

    /// The units that may follow a name in brackets, `Accuracy (m)`: those in which the column is read anyway.
    private var units: [String] {
        switch self {
        case .latitude, .longitude: ["deg", "degrees", "°"]
        case .accuracy, .radius: ["m", "meters", "metres"]
        default: []
        }
    }

    /// Returns a normalized name without such a unit.
    func bare(_ name: String) -> String {
        let (bare, unit) = Self.splittingUnit(name)
        return unit.map(units.contains) == true ? bare : name
    }

    /// Whether a normalized name is one of `names`, with or without the unit.
    func isNamed(_ name: String) -> Bool { names.contains(bare(name)) }

    /// Returns the index of the name that denotes the role: the first one among `names`, else among `weakNames`.
    func index(in titles: [String]) -> Int? {
        let normalized = titles.map(Self.normalized)
        return normalized.firstIndex(where: isNamed) ?? normalized.firstIndex(where: weakNames.contains)
    }

    /// The names among `weakNames` that also give a record's value where the preferred column is empty; row numbers do
    /// not name devices.
    var fallbackNames: [String] {
        switch self {
        case .device: ["user_id", "user", "tid", "vehicleid", "imei", "mmsi", "tracker_id", "userid"]
        case .accuracy: ["horizontalaccuracy"]
        default: []
        }
    }

    /// Returns a column's name without differences that carry no meaning: case, `-`, a point or a space for `_`, and
    /// the byte order mark of a file that a column was prepended to.
    static func normalized(_ name: String) -> String {
        let mark = UInt8.byteOrderMark
        return String(
            decoding: name.utf8.dropFirst(name.utf8.starts(with: mark) ? mark.count : 0).map {
                $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == .space ? UInt8(ascii: "_") : $0
            },
            as: UTF8.self
        )
        .lowercased()
    }

    /// Returns a normalized name and the unit in brackets at its end: `latitude` and `deg` for `latitude_(deg)`.
    static func splittingUnit(_ name: String) -> (name: String, unit: String?) {
        guard let end = name.last, ")]".contains(end), let start = name.lastIndex(where: { "([".contains($0) }) else {
            return (name, nil)
        }
        let unit = name[name.index(after: start)...].dropLast()
        return (String(name[..<start].trimming { $0 == "_" }), String(unit.trimming { $0 == "_" }))
    }
}
