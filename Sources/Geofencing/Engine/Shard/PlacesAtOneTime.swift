/// The places at which a device was at one time.
struct PlacesAtOneTime: Sendable {
    let time: Int64
    private var known: Set<Coordinate>

    init(_ time: Int64, _ places: [Coordinate]) {
        self.time = time
        known = Set(places)
    }

    /// By latitude, then longitude.
    var places: [Coordinate] {
        known.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    }

    /// Adds a place; `false` if it is known.
    ///
    /// - Complexity: O(1) in the mean.
    mutating func insert(_ place: Coordinate) -> Bool {
        known.insert(place).inserted
    }
}
