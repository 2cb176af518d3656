/// The contents of a cell under construction.
struct CellContent: BitwiseCopyable {
    /// The quarter to whose lists the ranges refer.
    var quarter = 0
    var firstItem = 0
    var endItem = 0
    var firstCircle = 0
    var endCircle = 0
    var edges = 0
    /// The number of circles that are small beside the cell.
    var smallCircles = 0

    var items: Range<Int> { firstItem..<endItem }
    var circles: Range<Int> { firstCircle..<endCircle }
    var isEmpty: Bool { firstItem == endItem && firstCircle == endCircle }
}
