/// What was counted while an index was built.
struct CellCounts: BitwiseCopyable, Sendable {
    var leaves = 0
    var leafEdges = 0
    var leafCircles = 0
    var askedParts = 0
    var hottestLeafEdges = 0
    var hottestLeafFences = 0
    var largestAnswer = 0

    /// Adds a leaf.
    ///
    /// - Parameters:
    ///   - edges: How many edges it has.
    ///   - answer: The most slots that an answer of it can have.
    mutating func add(_ leaf: CellLeaf.Header, edges: Int, answer: Int) {
        leaves += 1
        leafEdges += edges
        leafCircles += leaf.circles
        hottestLeafEdges = max(hottestLeafEdges, edges)
        hottestLeafFences = max(hottestLeafFences, leaf.partials)
        largestAnswer = max(largestAnswer, answer)
    }

    mutating func add(_ other: CellCounts) {
        leaves += other.leaves
        leafEdges += other.leafEdges
        leafCircles += other.leafCircles
        askedParts += other.askedParts
        hottestLeafEdges = max(hottestLeafEdges, other.hottestLeafEdges)
        hottestLeafFences = max(hottestLeafFences, other.hottestLeafFences)
        largestAnswer = max(largestAnswer, other.largestAnswer)
    }
}
