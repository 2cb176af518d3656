internal import Geofencing
internal import GeofencingStore

extension HealthReport {
    /// The report for programs.
    var json: String {
        var members: [(String, JSONText)] =
            [("is_healthy", .bool(status.isHealthy)), ("status", .string(status.statusSummary))] + comparison(status)
            + [
                ("authorization", .string(status.authorizationStatus.rawValue)),
                ("location_services", .bool(status.locationServicesEnabled)), ("watching", .bool(!watches.isEmpty)),
                ("watches", .array(watches.map(object))),
                ("advice", .array(advice.map { .string($0) })),
            ]
        if let since = period?.lowerBound { members.append(("since_unix_ms", .number(Int(since.unixMilliseconds)))) }
        members += [("geofences", .array(activity.map(object))), ("rejected", .array(rejects.map(object)))]
        return JSONText.object(members).line
    }

    /// Returns the comparison of registered with saved geofences.
    private func comparison(_ status: GeofenceHealthStatus) -> [(String, JSONText)] {
        [("registered", .number(status.registered.count)), ("saved", .number(status.saved.count))]
            + Trouble.allCases.map { ($0.rawValue, .array($0.geofences(status).map(object))) }
    }

    private func object(_ watch: WatcherHealth) -> JSONText {
        var members: [(String, JSONText)] = watch.name.map { [("name", .string($0))] } ?? []
        members += [
            ("process", .number(Int(watch.process))), ("start_unix_ms", .number(Int(watch.start.unixMilliseconds))),
            ("is_healthy", .bool(watch.status.isHealthy)), ("status", .string(watch.status.statusSummary)),
        ]
        return .object(members + comparison(watch.status))
    }

    private func object(_ rejects: DeviceRejects) -> JSONText {
        .object([
            "device": .string(rejects.device.rawValue), "fixes": .number(rejects.count),
            "last_unix_ms": .number(Int(rejects.lastArrival.unixMilliseconds)), "reasons": rejects.reasons.json,
        ])
    }

    private func object(_ id: Geofence.ID) -> JSONText {
        .object(["geofence": .string(id.rawValue), "name": name(id).map { .string($0) }])
    }

    private func object(_ activity: GeofenceActivity) -> JSONText {
        .object([
            "geofence": .string(activity.geofence.rawValue),
            "name": activity.name.map { .string($0) },
            "state": .string(trouble(activity.geofence)?.rawValue ?? "registered"),
            "last_event_unix_ms": activity.lastEvent.map { .number(Int($0.unixMilliseconds)) },
            "visits": .number(activity.visits),
            "flaps": .number(activity.flaps),
            "never_hit": .bool(activity.isNeverHit),
        ])
    }
}
