/// Something in an event log that cannot be.
package struct EventViolation: Sendable, Hashable {
    /// Which rule it is against.
    package enum Code: String, Sendable, CaseIterable {
        /// A record that is no event of the log's format.
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
        /// An event of a device in a geofence that is earlier than the one before.
        case timeBackwards = "time_backwards"
        /// An EXIT whose dwell time is not its time less that of its ENTER.
        case dwellMismatch = "dwell_mismatch"
        /// An event whose visit is another than that of its ENTER.
        case visitMismatch = "visit_mismatch"
        /// A time that is not between the earliest and the latest it may have happened at.
        case outsideBracket = "outside_bracket"
        /// An event that was decided before it happened.
        case decidedEarly = "decided_early"
        /// An identifier that another event has.
        case idRepeated = "id_repeated"
        /// A visit whose identifier an earlier visit has, of any device in any geofence.
        case visitRepeated = "visit_repeated"
        /// A visit without an EXIT; only where all are said to be over.
        case visitOpen = "visit_open"
    }

    package var code: Code
    /// The line of the record, from 1.
    package var line: Int
    /// The line that it contradicts.
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

    /// What is wrong with an event whose identifier an earlier line has.
    static func repeatMessage(of first: Int) -> String { "the id is that of line \(first)" }
}
