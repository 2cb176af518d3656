extension VisitLedger: Codable {
    /// A complete ENTER; the wire format of a transition omits some of it.
    private struct Enter: Codable {
        var device: DeviceID
        var geofence: Geofence.ID
        var time: Timestamp
        var decidedTime: Timestamp
        var interval: ClosedRange<Timestamp>?
        var visitStart: Timestamp?
        var coordinate: Coordinate
        var cause: Transition.Cause
        var isInferred: Bool
        var ordinal: Int
        var visitOrdinal: Int

        init(_ transition: Transition) {
            device = transition.device
            geofence = transition.geofence
            time = transition.time
            decidedTime = transition.decidedTime
            interval = transition.interval
            visitStart = transition.visitStart
            coordinate = transition.coordinate
            cause = transition.cause
            isInferred = transition.isInferred
            ordinal = transition.ordinal
            visitOrdinal = transition.visitOrdinal
        }

        var transition: Transition {
            Transition(
                kind: .enter,
                device: device,
                geofence: geofence,
                time: time,
                decidedTime: decidedTime,
                interval: interval,
                visitStart: visitStart,
                coordinate: coordinate,
                cause: cause,
                isInferred: isInferred,
                ordinal: ordinal,
                visitOrdinal: visitOrdinal
            )
        }
    }

    /// Decodes a ledger that `encode(to:)` encoded.
    public init(from decoder: any Decoder) throws {
        self.init(enters: try decoder.singleValueContainer().decode([Enter].self).map(\.transition))
    }

    /// Encodes the open visits in the order of `openVisits`. The form is specific to this version and meant for its own
    /// decoder; use `Visit.json()` for anything else.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(openVisits.map { Enter($0.enter) })
    }
}
