internal import Geofencing
internal import GeofencingStore

/// What `health` says of a store, for people and for programs.
struct HealthReport {
    let store: String
    let status: GeofenceHealthStatus
    let activity: [GeofenceActivity]
    let hasWatcher: Bool
    /// Devices that may not be located at all times or have their location services off.
    let troubledDevices: [DeviceReport]

    init(_ store: GeofenceStore) throws(GeofenceError) {
        self.store = store.path
        status = try store.healthStatus()
        activity = try store.activity()
        hasWatcher = try store.hasRunningWatcher()
        troubledDevices = try store.deviceReports().filter {
            $0.authorizationStatus != .authorizedAlways || !$0.locationServicesEnabled
        }
    }

    /// What is wrong with which geofence, in order of identifier within each list.
    private var troubles: [(title: String, ids: [Geofence.ID])] {
        [
            ("Not Registered", status.missing), ("Orphaned", status.orphaned), ("Older Revision", status.drifted),
        ].map { ($0.0, $0.1.sorted()) }
    }

    /// What to do, most important first.
    var advice: [String] {
        var advice: [String] = []
        let names = troubledDevices.prefix(10).map(\.device.rawValue).joined(separator: ", ")
        if !status.locationServicesEnabled { advice.append("Turn on location services on: \(names).") }
        if status.authorizationStatus != .authorizedAlways {
            advice.append("Allow the tracking app to locate at all times: \(names).")
        }
        if !hasWatcher, !status.saved.isEmpty {
            advice.append("Nothing listens to the store: start `geofence watch --store \(store) --trace -`.")
        } else if !status.missing.isEmpty || !status.orphaned.isEmpty || !status.drifted.isEmpty {
            advice.append("Have the running watch register what is saved: `geofence health --store \(store) --fix`.")
        }
        if status.saved.isEmpty {
            advice.append("Save geofences with `geofence fences add` or `geofence fences import`.")
        }
        return advice
    }

    var text: String {
        let names = Dictionary(uniqueKeysWithValues: activity.map { ($0.geofence, $0.name) })
        var lines = [
            status.statusSummary,
            "registered         \(Quantity.grouped(status.registered.count))",
            "saved              \(Quantity.grouped(status.saved.count)) active",
            "authorization      \(status.authorizationStatus.rawValue)",
            "location services  \(status.locationServicesEnabled ? "on" : "off")",
        ]
        for (title, ids) in troubles where !ids.isEmpty {
            lines.append("\(title) (\(Quantity.grouped(ids.count)))")
            for id in ids.prefix(20) { lines.append("  \((names[id] ?? nil) ?? "Unknown Region")  \(id)") }
            if ids.count > 20 { lines.append("  ... and \(Quantity.grouped(ids.count - 20)) more; see --format json") }
        }
        lines += activityLines
        lines += advice
        return lines.map { $0 + "\n" }.joined()
    }

    private var activityLines: [String] {
        guard !activity.isEmpty else { return [] }
        let flapping = activity.filter { $0.flaps > 0 }.sorted { $0.flaps > $1.flaps }
        let visits = activity.reduce(0) { $0 + $1.visits }
        let neverHit = activity.count { $0.isNeverHit }
        var lines = [
            "visits             \(Quantity.grouped(visits)); \(Quantity.counted(neverHit, "geofence")) never hit"
        ]
        for one in flapping.prefix(5) {
            lines.append(
                "  \(one.geofence)  \(Quantity.counted(one.flaps, "flap")) in \(Quantity.counted(one.visits, "visit"))"
            )
        }
        return lines
    }

    var json: String {
        let lists = [("missing", status.missing), ("orphaned", status.orphaned), ("drifted", status.drifted)]
        let members: [(String, JSONText)] =
            [
                ("is_healthy", .bool(status.isHealthy)), ("status", .string(status.statusSummary)),
                ("registered", .number(status.registered.count)), ("saved", .number(status.saved.count)),
            ] + lists.map { ($0.0, .array($0.1.sorted().map { .string($0.rawValue) })) } + [
                ("authorization", .string(status.authorizationStatus.rawValue)),
                ("location_services", .bool(status.locationServicesEnabled)), ("watching", .bool(hasWatcher)),
                ("advice", .array(advice.map { .string($0) })), ("geofences", .array(activity.map(Self.object))),
            ]
        return JSONText.object(members).text + "\n"
    }

    private static func object(_ activity: GeofenceActivity) -> JSONText {
        .object([
            "geofence": .string(activity.geofence.rawValue),
            "name": activity.name.map { .string($0) },
            "last_event_unix_ms": activity.lastEvent.map { .number(Int($0.unixMilliseconds)) },
            "visits": .number(activity.visits),
            "flaps": .number(activity.flaps),
            "never_hit": .bool(activity.isNeverHit),
        ])
    }
}
