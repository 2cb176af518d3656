internal import Geofencing

/// What sending fewer fixes would have saved and lost, for people and for programs.
struct ThinningReport {
    /// The maximum number of changed events shown.
    static let sampleLimit = 10

    private let rule: ThinningRule
    private let counts: ThinningCounts
    private var samples: [String] = []

    /// Drains the changed events of a result into a file, if there is one.
    ///
    /// - Parameters:
    ///   - registry: The registry with the names of the devices.
    ///   - geofences: The geofences in the order of their handles.
    ///   - file: The file, which still has to be committed.
    init(
        _ result: ThinningResult,
        registry: DeviceRegistry,
        geofences: [Geofence],
        to file: OutputFile?
    ) throws(GeofenceError) {
        rule = result.rule
        counts = result.counts
        var changes = result.changes
        try changes.drain(registry: registry) { record throws(GeofenceError) in
            let event = ChangedEvent(
                record: record,
                device: registry.device(in: record.device),
                geofence: geofences[Int(record.fence)].id
            )
            if samples.count < Self.sampleLimit { samples.append(event.text) }
            try file?.write(event.json.line)
        }
    }

    /// The counts as a member of the report.
    var json: JSONText {
        let (kind, setting): (ThinningKind, (String, JSONText)) =
            switch rule {
            case .throttle(let battery?): (.throttle, ("battery_pct", .number(battery * 100)))
            case .throttle(nil): (.throttle, ("fixes_with_battery", .number(counts.withBattery)))
            case .safeRadius(let speed): (.safeRadius, ("max_speed_mps", .number(speed)))
            }
        return .object([
            ("rule", .string(kind.rawValue)), setting, ("fixes_sent", .number(counts.sent)),
            ("fixes_saved", .number(counts.saved)),
            ("events_on_time", .number(counts.onTime)), ("events_late", .number(counts.late)),
            ("events_lost", .number(counts.lost)), ("visits_lost", .number(counts.lostVisits)),
            ("longest_delay_s", .number(Double(counts.longestDelay) / 1000)),
        ])
    }

    /// The lines of the summary.
    var lines: [String] {
        let share = counts.fixes > 0 ? Double(counts.saved) / Double(counts.fixes) * 100 : 0
        let changed = counts.late + counts.lost
        let delay = counts.late > 0 ? " by \(Quantity.seconds(counts.longestDelay)) at most" : ""
        var lines = [
            "thinned    \(ruleText): \(Quantity.grouped(counts.sent)) of \(Quantity.counted(counts.fixes, "fix")) sent, "
                + "\(Quantity.grouped(counts.saved)) (\(Quantity.fixed(share, digits: 1)) %) saved",
            "           \(Quantity.counted(counts.onTime, "event")) on time, "
                + "\(Quantity.grouped(counts.late)) late\(delay), "
                + "\(Quantity.grouped(counts.lost)) lost, \(Quantity.counted(counts.lostVisits, "whole visit")) among them",
        ]
        lines += samples.map { "           \($0)" }
        if changed > samples.count {
            lines.append("           ... and \(Quantity.grouped(changed - samples.count)) more; see --thin-events")
        }
        return lines
    }

    private var ruleText: String {
        switch rule {
        case .throttle(let battery?): "throttle at \(Quantity.fixed(battery * 100, digits: 0)) % battery"
        case .throttle(nil):
            "throttle, by the battery of \(Quantity.counted(counts.withBattery, "fix"))"
        case .safeRadius(let speed): "safe-radius at \(Quantity.significant(speed)) m/s at most"
        }
    }
}

/// An event that is late in a thinned stream or missing from it.
private struct ChangedEvent {
    let record: TransitionRecord
    let device: DeviceID
    let geofence: Geofence.ID

    private var isLost: Bool { record.decidedTime == ThinningResult.neverShown }

    var json: JSONText {
        .object([
            "outcome": .string(isLost ? "lost" : "late"),
            "event": .string(record.kind.rawValue),
            "device": .string(device.rawValue),
            "geofence": .string(geofence.rawValue),
            "ts_unix_ms": .number(Int(record.time)),
            "thinned_unix_ms": isLost ? nil : .number(Int(record.decidedTime)),
            "delay_s": isLost ? nil : .number(Double(record.decidedTime - record.time) / 1000),
            "latitude": .number(record.latitude),
            "longitude": .number(record.longitude),
        ])
    }

    var text: String {
        let event =
            "\(record.kind.rawValue) \(device) \(geofence) at \(Timestamp(unixMilliseconds: record.time).iso8601)"
            .escapingControls
        return isLost
            ? "lost: \(event)" : "late: \(event), by \(Quantity.seconds(record.decidedTime - record.time))"
    }
}
