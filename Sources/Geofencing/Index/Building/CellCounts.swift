/// Statistics gathered while an index is built.
struct CellCounts: BitwiseCopyable, Sendable {
    var leaves = 0
    /// The largest number of partial geofences in one leaf.
    var mostPartials = 0
    /// The largest number of slots that an answer can have.
    var largestAnswer = 0

    /// Adds a leaf.
    ///
    /// - Parameter answer: The largest number of slots that an answer from the leaf can have.
    mutating func add(_ leaf: CellLeaf.Header, answer: Int) {
        leaves += 1
        mostPartials = max(mostPartials, leaf.partials)
        largestAnswer = max(largestAnswer, answer)
    }

    mutating func add(_ other: CellCounts) {
        leaves += other.leaves
        mostPartials = max(mostPartials, other.mostPartials)
        largestAnswer = max(largestAnswer, other.largestAnswer)
    }
}
