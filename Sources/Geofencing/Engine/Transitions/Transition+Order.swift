extension Transition {
    /// Returns whether one transition comes before another in the order in which edits return them: time, device, time
    /// of decision, EXIT before ENTER before DWELL, geofence.
    package static func precedes(_ one: Transition, _ other: Transition) -> Bool {
        if one.time != other.time { return one.time < other.time }
        if one.device != other.device { return one.device < other.device }
        if one.decidedTime != other.decidedTime { return one.decidedTime < other.decidedTime }
        if one.kind != other.kind { return one.kind.order < other.kind.order }
        return one.geofence < other.geofence
    }
}
