// SAFETY: as in `CellBuilder`: there are four lists.

/// The heights of the lists before a cell was divided.
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
