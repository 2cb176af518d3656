/// One record of an event log, with the values that its invariants concern.
package struct LoggedEvent: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case enter = "ENTER"
        case exit = "EXIT"
        case dwell = "DWELL"
        /// Presence is no longer known, and a visit that was open has ended without an EXIT.
        case forgotten
    }

    /// The line on which the record begins, from 1.
    package var line = 0
    package var kind: Kind
    /// The device; empty for all devices in the geofence, which is allowed only where they are forgotten.
    package var device: String
    package var geofence: String
    /// Milliseconds since 1970, like all times here.
    package var time: Int64
    /// The event's own identifier.
    package var id: String?
    /// The identifier that the events of one visit share.
    package var visit: String?
    /// The length of the visit that an EXIT ends, in seconds.
    package var dwell: Double?
    /// The earliest and the latest time at which it may have happened.
    package var earliest: Int64?
    package var latest: Int64?
    /// The time of the fix that decided it.
    package var decided: Int64?

    init(_ kind: Kind, device: String, geofence: String, time: Int64) {
        self.kind = kind
        self.device = device
        self.geofence = geofence
        self.time = time
    }
}
