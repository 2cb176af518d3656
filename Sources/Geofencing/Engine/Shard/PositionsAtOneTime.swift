/// The positions of a device at one time.
struct PositionsAtOneTime: Sendable {
    /// What else is known of the fix that was first at a position; a device whose clock stands still has many of them.
    private struct First: BitwiseCopyable {
        var sequence: Int64
        /// Meters; NaN when unknown.
        var accuracy: Float
    }

    let time: Int64
    private var first: [Coordinate: First] = [:]

    /// - Parameter fixes: Fixes of the same time and of different positions.
    init(_ time: Int64, _ fixes: [CompactFix]) {
        self.time = time
        for fix in fixes { _ = insert(fix) }
    }

    /// The positions, ordered by latitude, then longitude.
    var places: [Coordinate] {
        first.keys.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    }

    /// Adds a fix; returns the first one at its position if that is already known, and `nil` otherwise.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ fix: CompactFix) -> CompactFix? {
        guard let known = first[fix.coordinate] else {
            first[fix.coordinate] = First(sequence: fix.sequence, accuracy: fix.horizontalAccuracy)
            return nil
        }
        var earlier = fix
        (earlier.sequence, earlier.horizontalAccuracy) = (known.sequence, known.accuracy)
        return earlier
    }
}
