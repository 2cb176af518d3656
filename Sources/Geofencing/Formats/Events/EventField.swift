/// What a column or a key of an event log means to us.
enum EventField: Int, Sendable, CaseIterable {
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

/// The values of one record as text, by field.
struct EventValues {
    private var texts: [String?] = Array(repeating: nil, count: EventField.allCases.count)

    subscript(field: EventField) -> String? {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }
}

/// Why a record is no event.
struct EventProblem: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
