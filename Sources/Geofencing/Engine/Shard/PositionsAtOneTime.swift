/// The positions of a device at one time.
struct PositionsAtOneTime: Sendable {
    let time: Int64
    private var known: Set<Coordinate>

    init(_ time: Int64, _ places: [Coordinate]) {
        self.time = time
        known = Set(places)
    }

    /// The positions, ordered by latitude, then longitude.
    var places: [Coordinate] {
        known.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    }

    /// Adds a position; returns `false` if it is already known.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ place: Coordinate) -> Bool {
        known.insert(place).inserted
    }
}
