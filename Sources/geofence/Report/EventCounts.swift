internal import Geofencing

/// The number of events of each kind.
struct EventCounts {
    private(set) var enters = 0
    private(set) var exits = 0
    private(set) var dwells = 0
    /// The number of events that were inferred.
    private(set) var inferred = 0

    var all: Int { enters + exits + dwells }

    init() {}

    init(_ tally: EvaluationTally) {
        enters = tally.counts[.enter] ?? 0
        exits = tally.counts[.exit] ?? 0
        dwells = tally.counts[.dwell] ?? 0
        inferred = tally.inferred
    }

    mutating func add(_ record: TransitionRecord) {
        add(record.kind)
        if record.isInferred { inferred += 1 }
    }

    /// Counts an event without recording whether it was inferred.
    mutating func add(_ kind: Transition.Kind) {
        switch kind {
        case .enter: enters += 1
        case .exit: exits += 1
        case .dwell: dwells += 1
        }
    }

    /// The counts in words, with DWELL only if there is any.
    var text: String {
        "\(Quantity.grouped(enters)) ENTER, \(Quantity.grouped(exits)) EXIT"
            + (dwells > 0 ? ", \(Quantity.grouped(dwells)) DWELL" : "")
    }

    /// The counts by kind, with DWELL only if there is any.
    var json: JSONText {
        .object(["ENTER": .number(enters), "EXIT": .number(exits), "DWELL": dwells > 0 ? .number(dwells) : nil])
    }
}
