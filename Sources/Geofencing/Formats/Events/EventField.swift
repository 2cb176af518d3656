/// What a column or a key of an event log means to us.
enum EventField: Int, RecordField {
    /// What happened.
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
    /// What kind of record it is, where a log has several.
    case record
    /// Names that count only where the better one is missing.
    case otherDevice
    case otherGeofence
}

typealias EventValues = FieldValues<EventField>
