/// A violation of an invariant in an event log.
package struct EventViolation: Sendable, Hashable {
    /// The rule that is violated.
    package enum Code: String, Sendable, CaseIterable {
        /// A record that is not an event in the log's format.
        case unreadable
        /// An ENTER while the device is inside.
        case enterInside = "enter_inside"
        /// The first event of a device in a geofence is an EXIT.
        case exitFirst = "exit_first"
        /// An EXIT while the device is outside.
        case exitOutside = "exit_outside"
        /// A DWELL while the device is outside.
        case dwellOutside = "dwell_outside"
        /// A second DWELL in one visit.
        case dwellRepeated = "dwell_repeated"
        /// An event of a device in a geofence that is earlier than the previous one.
        case timeBackwards = "time_backwards"
        /// An EXIT whose dwell time differs from its time minus that of its ENTER.
        case dwellMismatch = "dwell_mismatch"
        /// An event whose visit differs from that of its ENTER.
        case visitMismatch = "visit_mismatch"
        /// A time that is not between the earliest and the latest time at which the event may have happened.
        case outsideBracket = "outside_bracket"
        /// An event that was decided before it happened.
        case decidedEarly = "decided_early"
        /// An identifier that another event also has.
        case idRepeated = "id_repeated"
        /// A visit with the identifier of an earlier visit, of any device in any geofence.
        case visitRepeated = "visit_repeated"
        /// A visit without an EXIT; checked only where all visits must have ended.
        case visitOpen = "visit_open"
    }

    package var code: Code
    /// The line of the record, from 1.
    package var line: Int
    /// The line that the record contradicts.
    package var otherLine: Int?
    /// What is wrong, as one sentence without a final period.
    package var message: String
    package var device: String?
    package var geofence: String?

    package init(
        _ code: Code,
        line: Int,
        otherLine: Int? = nil,
        _ message: String,
        device: String? = nil,
        geofence: String? = nil
    ) {
        self.code = code
        self.line = line
        self.otherLine = otherLine
        self.message = message
        self.device = device
        self.geofence = geofence
    }

    init(idOf first: Int, repeatedIn line: Int) {
        self.init(.idRepeated, line: line, otherLine: first, Self.repeatMessage(of: first))
    }

    /// Returns the message for an event whose identifier already appears on an earlier line.
    static func repeatMessage(of first: Int) -> String { "the id is the same as on line \(first)" }
}
