/// A result of this program that may be given in place of a trace, or of geofences.
enum OwnResult {
    case events
    case visits

    private static let eventKeys: Set = ["event", "geofence", "ts_unix_ms", "decided_unix_ms", "cause"]
    private static let visitKeys: Set = ["device", "geofence", "enter_unix_ms"]

    /// Detects a result from the beginning of an input; `nil` for anything else.
    init?(_ kind: ContentKind, _ scanner: ByteScanner) {
        let names = kind.names(in: scanner)
        if names.isSuperset(of: Self.eventKeys) {
            self = .events
        } else if names.isSuperset(of: Self.visitKeys), names.isSubset(of: VisitEncoder.names) {
            // A trace with joined visits has more columns.
            self = .visits
        } else {
            return nil
        }
    }

    var name: String {
        switch self {
        case .events: "an event log"
        case .visits: "a list of visits"
        }
    }

    /// Returns the error for an input that should be a trace.
    func refusal(at location: InputLocation) -> GeofenceError {
        let recovery =
            switch self {
            case .events: "Give the trace that the events were computed from; `geofence verify` checks the log."
            case .visits:
                """
                Give the trace that the visits were computed from; `geofence backtest --labels` compares the results of policies \
                with them.
                """
            }
        return GeofenceError(.unknownFormat, "this is \(name), not a trace", at: location, recovery: recovery)
    }
}
