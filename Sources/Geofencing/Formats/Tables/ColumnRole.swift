/// What a column of a table or a key of an object means to us.
enum ColumnRole: Sendable, Hashable {
    case other
    case device
    case time
    /// A time that is in milliseconds by its name.
    case timeMilliseconds
    case latitude
    case longitude
    case accuracy
    case sequence
    /// In percent.
    case battery
    case id
    /// The identifier of a point that has no device and time.
    case pointID
    case name
    case radius
    case radiusUnits
    /// A shape as well-known text or binary.
    case geometry
    case notifyOnEntry
    case notifyOnExit
    case isActive
    case policy
    /// A threshold of a geofence's policy.
    case threshold(TransitionPolicy.Threshold)

    /// The names that mean it, best first, in the normalized form of `normalized(_:)`.
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
        case .notifyOnEntry: ["notifyonentry", "notify_on_entry"]
        case .notifyOnExit: ["notifyonexit", "notify_on_exit"]
        case .isActive: ["isactive", "is_active", "active"]
        case .policy: ["policy"]
        case .threshold(let threshold): [threshold.rawValue]
        }
    }

    /// The columns of a trace that are read.
    static let ofFix = requiredOfFix + [.accuracy, .sequence]

    /// The columns that every trace has.
    static let requiredOfFix: [ColumnRole] = [.device, .time, .latitude, .longitude]

    /// Whether it is one of the columns that make a place.
    var isOfPlace: Bool { self == .latitude || self == .longitude }

    /// Whether it is one of the columns that make a circle.
    var isOfCircle: Bool { isOfPlace || self == .radius }

    /// Names that mean it only where none of `names` is there, since they often mean something else.
    var weakNames: [String] {
        switch self {
        case .device: spareNames + ["id", "name"]
        case .accuracy: spareNames
        case .pointID: ["identifier"]
        case .latitude: ["y"]
        case .longitude: ["x"]
        case .radiusUnits: ["units", "unit"]
        default: []
        }
    }

    /// Those of them that give the value of a record where the column before is empty; the numbers of rows do not name devices.
    var spareNames: [String] {
        switch self {
        case .device: ["user_id", "user", "tid", "vehicleid", "imei", "mmsi", "tracker_id", "userid"]
        case .accuracy: ["horizontalaccuracy"]
        default: []
        }
    }

    /// A column's name without the differences that carry no meaning: case, `-` or a space for `_`, and the byte order mark of a
    /// file that a column was put before.
    static func normalized(_ name: String) -> String {
        let mark = UInt8.byteOrderMark
        return String(
            decoding: name.utf8.dropFirst(name.utf8.starts(with: mark) ? mark.count : 0).map {
                $0 == UInt8(ascii: "-") || $0 == .space ? UInt8(ascii: "_") : $0
            },
            as: UTF8.self
        )
        .lowercased()
    }
}
