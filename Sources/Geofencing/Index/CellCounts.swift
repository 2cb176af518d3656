/// What was counted while an index was built.
struct CellCounts: BitwiseCopyable, Sendable {
    var leaves = 0
    var leafEdges = 0
    var leafRuns = 0
    var leafCircles = 0
    var generalRuns = 0
    var askedParts = 0
    var hottestLeafEdges = 0
    var hottestLeafFences = 0
    var largestAnswer = 0
}
