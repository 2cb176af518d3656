internal import Geofencing

/// How much one transaction may still remove.
struct ForgetTurn {
    /// How many rows one transaction removes: a twentieth of a second or so.
    static let rows = 10_000

    private(set) var removed = 0
    private let end = ContinuousClock.now + GeofenceStore.turn

    /// How many rows more it may be.
    var left: Int { Self.rows - removed }

    /// Whether others should have their turn, also where a slow disk is the reason.
    var isOver: Bool { left <= 0 || ContinuousClock.now >= end }

    mutating func remove(_ rows: Int) { removed += rows }
}
