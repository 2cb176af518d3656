// SAFETY: as in `CellBuilder`: there are four lists.

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

/// Consecutive edges of a ring: `count` of them, the first from vertex `first` to the next.
struct CellRun: BitwiseCopyable {
    var first: UInt32
    var count: UInt32
}

/// The lists of the cells that are one quarter of theirs, one cell's after another.
struct CellLists {
    var items = CellStack<CellItem>()
    var runs = CellStack<CellRun>()
    var circles = CellStack<UInt32>()
    var added = CellStack<UInt32>()

    func free() {
        items.free()
        runs.free()
        circles.free()
        added.free()
    }
}

/// The slots that cover the whole of a cell, and their set once it is wanted.
struct CellBase {
    var start: Int
    var count: Int
    var set: Int?
}

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

/// Where a cell is: level 0 is the whole grid.
struct CellPlace: BitwiseCopyable {
    var level: Int
    var column: Int
    var row: Int
    /// How many cells of its level come before it, quarter by quarter.
    var curve: Int

    static let top = CellPlace(level: 0, column: 0, row: 0, curve: 0)

    func quarter(_ number: Int) -> CellPlace {
        CellPlace(
            level: level + 1,
            column: column * 2 + (number & 1),
            row: row * 2 + (number >> 1),
            curve: curve * 4 + number
        )
    }
}

/// How high the lists were before a cell was divided.
struct CellMarks {
    var items: SIMD4<Int>
    var runs: SIMD4<Int>
    var circles: SIMD4<Int>
    var added: SIMD4<Int>

    init(_ lists: UnsafeMutablePointer<CellLists>) {
        items = Self.four { unsafe lists[$0].items.count }
        runs = Self.four { unsafe lists[$0].runs.count }
        circles = Self.four { unsafe lists[$0].circles.count }
        added = Self.four { unsafe lists[$0].added.count }
    }

    private static func four(_ value: (Int) -> Int) -> SIMD4<Int> { SIMD4(value(0), value(1), value(2), value(3)) }

    func restore(_ lists: UnsafeMutablePointer<CellLists>) {
        for quarter in 0..<4 {
            unsafe lists[quarter].items.cut(to: items[quarter])
            unsafe lists[quarter].runs.cut(to: runs[quarter])
            unsafe lists[quarter].circles.cut(to: circles[quarter])
            unsafe lists[quarter].added.cut(to: added[quarter])
        }
    }
}
