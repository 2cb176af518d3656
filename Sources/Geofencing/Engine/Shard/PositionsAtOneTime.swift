/// The positions of a device at one time.
struct PositionsAtOneTime: Sendable {
    let time: Int64
    /// The fix that was first at each position.
    private var first: [Coordinate: CompactFix]

    /// - Parameter fixes: Fixes of the same time and of different positions.
    init(_ time: Int64, _ fixes: [CompactFix]) {
        self.time = time
        first = Dictionary(fixes.map { ($0.coordinate, $0) }) { one, _ in one }
    }

    /// The positions, ordered by latitude, then longitude.
    var places: [Coordinate] {
        first.keys.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    }

    /// Adds a fix; returns the first one at its position if that is already known, and `nil` otherwise.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ fix: CompactFix) -> CompactFix? {
        if let known = first[fix.coordinate] { return known }
        first[fix.coordinate] = fix
        return nil
    }
}
