/// The places at which a device was at one time.
struct PlacesAtOneTime: Sendable {
    let time: Int64
    /// In the order in which they came.
    private(set) var places: [Coordinate]
    private var known: Set<Coordinate>

    init(_ time: Int64, _ places: [Coordinate]) {
        self.time = time
        self.places = places
        known = Set(places)
    }

    /// Adds a place; `false` if it is known.
    ///
    /// - Complexity: O(1) in the mean.
    mutating func insert(_ place: Coordinate) -> Bool {
        guard known.insert(place).inserted else { return false }
        places.append(place)
        return true
    }
}
