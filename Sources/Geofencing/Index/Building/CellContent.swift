/// What is in a cell that is being built.
struct CellContent: BitwiseCopyable {
    /// In whose lists the ranges are.
    var quarter = 0
    var firstItem = 0
    var endItem = 0
    var firstCircle = 0
    var endCircle = 0
    var edges = 0
    /// Edges shorter than half the cell and circles smaller than it.
    var short = 0

    var items: Range<Int> { firstItem..<endItem }
    var circles: Range<Int> { firstCircle..<endCircle }
    var isEmpty: Bool { firstItem == endItem && firstCircle == endCircle }
}
