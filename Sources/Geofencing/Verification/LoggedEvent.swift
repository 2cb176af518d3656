/// One record of an event log, as far as its invariants go.
package struct LoggedEvent: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case enter = "ENTER"
        case exit = "EXIT"
        case dwell = "DWELL"
        /// Presence is no longer known, and a visit that was open is over without an EXIT.
        case forgotten
    }

    /// The line that the record begins on, from 1.
    package var line = 0
    package var kind: Kind
    /// Empty for all devices in the geofence; only where they are forgotten.
    package var device: String
    package var geofence: String
    /// Milliseconds since 1970, as all times here.
    package var time: Int64
    /// The event's own identifier.
    package var id: String?
    /// What the events of one visit share.
    package var visit: String?
    /// The length of the visit that an EXIT ends, in seconds.
    package var dwell: Double?
    /// When it happened at the earliest and at the latest.
    package var earliest: Int64?
    package var latest: Int64?
    /// The time of the fix that decided it.
    package var decided: Int64?

    package init(_ kind: Kind, device: String, geofence: String, time: Int64) {
        self.kind = kind
        self.device = device
        self.geofence = geofence
        self.time = time
    }
}
