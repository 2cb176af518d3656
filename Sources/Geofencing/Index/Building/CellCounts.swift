/// Statistics gathered while an index is built.
struct CellCounts: BitwiseCopyable, Sendable {
    var leaves = 0
    var hottestLeafFences = 0
    var largestAnswer = 0

    /// Adds a leaf.
    ///
    /// - Parameter answer: The largest number of slots that an answer from the leaf can have.
    mutating func add(_ leaf: CellLeaf.Header, answer: Int) {
        leaves += 1
        hottestLeafFences = max(hottestLeafFences, leaf.partials)
        largestAnswer = max(largestAnswer, answer)
    }

    mutating func add(_ other: CellCounts) {
        leaves += other.leaves
        hottestLeafFences = max(hottestLeafFences, other.hottestLeafFences)
        largestAnswer = max(largestAnswer, other.largestAnswer)
    }
}
