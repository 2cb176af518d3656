/// A part of a polygon within a cell while an index is built.
struct CellItem: BitwiseCopyable {
    var part: UInt32
    var slot: UInt32
    var firstRun: Int
    var runCount: Int
    var edges: Int
    /// Whether the low corner of the cell is inside.
    var isInside: Bool
    /// Whether `isInside` is certain.
    var isCertain: Bool
}

/// Consecutive edges of a ring: `count` of them, the first of which starts at vertex `first`.
struct CellRun: BitwiseCopyable {
    var first: UInt32
    var count: UInt32
}
