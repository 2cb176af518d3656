internal import Geofencing

/// How many events there are of each kind.
struct EventCounts {
    private(set) var enters = 0
    private(set) var exits = 0
    private(set) var dwells = 0
    /// How many of all were inferred.
    private(set) var inferred = 0

    var all: Int { enters + exits + dwells }

    mutating func add(_ record: TransitionRecord) {
        switch record.kind {
        case .enter: enters += 1
        case .exit: exits += 1
        case .dwell: dwells += 1
        }
        if record.isInferred { inferred += 1 }
    }
}
