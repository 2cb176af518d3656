/// One device's stay in one geofence, from ENTER to EXIT.
package struct VisitRecord: Sendable {
    package var device: UInt32
    /// The geofence's handle.
    package var fence: UInt32
    /// Milliseconds since 1970.
    package var enter: Int64
    var enterCause: Transition.Cause
    /// The number of earlier visits of the device in the geofence that began at the same time.
    package var ordinal: UInt32
    /// The record of its end; `nil` for an open visit.
    package var exit: TransitionRecord?

    /// Creates a visit that has ended.
    package init(_ exit: TransitionRecord) {
        device = exit.device
        fence = exit.fence
        enter = exit.visitStart
        enterCause = exit.enterCause
        ordinal = exit.visitOrdinal
        self.exit = exit
    }

    /// Creates a visit from its ENTER to its EXIT, if it has one.
    init(_ enter: TransitionRecord, exit: TransitionRecord?) {
        device = enter.device
        fence = enter.fence
        self.enter = enter.time
        enterCause = enter.cause
        ordinal = enter.ordinal
        self.exit = exit
    }

    /// Creates an open visit.
    init(_ stay: Stay, device: UInt32) {
        self.device = device
        fence = stay.fence
        enter = stay.since
        enterCause = stay.cause
        ordinal = stay.ordinal
    }
}
