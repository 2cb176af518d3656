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
