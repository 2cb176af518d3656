/// The format of an event log.
package enum EventLogFormat: String, Sendable, CaseIterable {
    /// Our own events, one JSON object per line.
    case ndjson
    /// Our own events as a table.
    case csv
    /// Messages of Tile38's hooks, channels and live fences, one JSON object per line.
    case tile38
    /// Traccar's events: a table, as in its database's `tc_events`, or JSON, as from its `/api/reports/events`.
    case traccar
    /// Messages of OwnTracks, one JSON object per line.
    case owntracks

    /// Whether the log is a table, unless it is JSON.
    var isTable: Bool { self == .csv || self == .traccar }

    /// The reason why a log with records may have no events; `nil` where each record is an event.
    package var emptiness: String? {
        switch self {
        case .ndjson, .csv: nil
        case .tile38: "no Tile38 enter or exit message found; fences send these with DETECT enter,exit"
        case .traccar: "no Traccar event of type geofenceEnter or geofenceExit found"
        case .owntracks: "no OwnTracks message of type transition found; encrypted messages cannot be read"
        }
    }

    /// The keys or columns that are read, each with its meaning.
    var names: [(name: String, key: EventField)] {
        switch self {
        case .ndjson, .csv:
            [
                ("event", .kind), ("device", .device), ("geofence", .geofence), ("ts_unix_ms", .time), ("id", .id),
                ("visit_id", .visit), ("dwell_s", .dwell), ("ts_min_unix_ms", .earliest),
                ("ts_max_unix_ms", .latest), ("decided_unix_ms", .decided),
            ]
        case .tile38:
            [
                ("detect", .kind), ("id", .device), ("hook", .geofence), ("key", .otherGeofence), ("time", .time),
                ("group", .visit), ("command", .record),
            ]
        case .traccar:
            [
                ("type", .kind), ("deviceid", .device), ("device_id", .device), ("deviceId", .device),
                ("geofenceid", .geofence), ("geofence_id", .geofence), ("geofenceId", .geofence),
                ("eventtime", .time), ("event_time", .time), ("servertime", .time), ("eventTime", .time),
                ("id", .id),
            ]
        case .owntracks:
            [
                ("event", .kind), ("topic", .device), ("tid", .otherDevice), ("rid", .geofence),
                ("desc", .otherGeofence), ("tst", .time), ("_type", .record),
            ]
        }
    }

    /// Whether a record has the fields that every record of this format has, whatever it reports.
    func recognizes(_ record: Result<EventValues, FieldProblem>) -> Bool {
        guard case .success(let values) = record else { return false }
        switch self {
        case .ndjson, .csv, .traccar: return values[.kind] != nil
        case .tile38: return values[.kind] != nil || values[.record] != nil
        case .owntracks: return values[.record] != nil
        }
    }

    /// Whether a record is well formed, whatever it reports.
    func isReadable(_ values: EventValues) -> Bool {
        do throws(FieldProblem) { _ = try event(values) } catch { return false }
        return true
    }

    /// Returns the event that a record reports; `nil` for a record of something else.
    func event(_ values: EventValues) throws(FieldProblem) -> LoggedEvent? {
        switch self {
        case .ndjson, .csv: try ownEvent(values)
        case .tile38: try tile38Event(values)
        case .traccar: try traccarEvent(values)
        case .owntracks: try ownTracksEvent(values)
        }
    }

    private func ownEvent(_ values: EventValues) throws(FieldProblem) -> LoggedEvent? {
        let word = try values.text(.kind, "event")
        guard let kind = LoggedEvent.Kind(rawValue: word), kind != .forgotten else {
            throw FieldProblem("the event \"\(word.shortened)\" is not ENTER, EXIT or DWELL")
        }
        var event = LoggedEvent(
            kind,
            device: try values.text(.device, "device"),
            geofence: try values.text(.geofence, "geofence"),
            time: try values.time(.time, "ts_unix_ms", .milliseconds)
        )
        event.id = values[.id]
        event.visit = values[.visit]
        event.dwell = try values.number(.dwell, "dwell_s")
        event.earliest = try values.optionalTime(.earliest, "ts_min_unix_ms")
        event.latest = try values.optionalTime(.latest, "ts_max_unix_ms")
        event.decided = try values.optionalTime(.decided, "decided_unix_ms")
        return event
    }

    /// `enter` and `exit` are crossings, and `group` is shared by the messages of a visit; `inside` and `outside`
    /// repeat what is known. An object that is deleted and a collection that is dropped leave without an `exit`.
    private func tile38Event(_ values: EventValues) throws(FieldProblem) -> LoggedEvent? {
        let kind: LoggedEvent.Kind
        switch (values[.kind], values[.record]) {
        case ("enter", _): kind = .enter
        case ("exit", _): kind = .exit
        case (_, "del"), (_, "drop"): kind = .forgotten
        default: return nil
        }
        guard let geofence = values[.geofence] ?? values[.otherGeofence] else {
            throw FieldProblem("\"hook\" and \"key\" are both missing")
        }
        var event = LoggedEvent(
            kind,
            device: values[.record] == "drop" ? "" : try values.text(.device, "id"),
            geofence: geofence,
            time: try values.time(.time, "time", .bySize)
        )
        if kind != .forgotten { event.visit = values[.visit] }
        return event
    }

    private func traccarEvent(_ values: EventValues) throws(FieldProblem) -> LoggedEvent? {
        let kind: LoggedEvent.Kind
        switch values[.kind] {
        case "geofenceEnter": kind = .enter
        case "geofenceExit": kind = .exit
        case nil: throw FieldProblem("\"type\" is missing")
        default: return nil
        }
        var event = LoggedEvent(
            kind,
            device: try values.text(.device, "deviceid"),
            geofence: try values.text(.geofence, "geofenceid"),
            time: try values.time(.time, "eventtime|servertime", .bySize)
        )
        event.id = values[.id]
        return event
    }

    private func ownTracksEvent(_ values: EventValues) throws(FieldProblem) -> LoggedEvent? {
        guard values[.record] == "transition" else { return nil }
        let kind: LoggedEvent.Kind
        switch values[.kind] {
        case "enter": kind = .enter
        case "leave": kind = .exit
        default: throw FieldProblem("the event of a transition is neither \"enter\" nor \"leave\"")
        }
        let topic = values[.device]
        guard let device = topic.flatMap(OwnTracksConverter.owner(ofEvent:)) ?? values[.otherDevice] ?? topic else {
            throw FieldProblem("\"topic\" and \"tid\" are both missing")
        }
        guard let geofence = values[.geofence] ?? values[.otherGeofence] else {
            throw FieldProblem("\"rid\" and \"desc\" are both missing")
        }
        return LoggedEvent(kind, device: device, geofence: geofence, time: try values.time(.time, "tst", .bySize))
    }
}

/// The meaning of a column or key of an event log.
enum EventField: Int, RecordField {
    /// The kind of event.
    case kind
    case device
    case geofence
    case time
    case id
    case visit
    case dwell
    case earliest
    case latest
    case decided
    /// The kind of record, where a log has several.
    case record
    /// Fallback names, used only where the preferred one is missing.
    case otherDevice
    case otherGeofence
}

typealias EventValues = FieldValues<EventField>
