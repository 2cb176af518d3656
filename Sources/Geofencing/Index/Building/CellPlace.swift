/// The position of a cell; level 0 is the whole grid.
struct CellPlace: BitwiseCopyable {
    var level: Int
    var column: Int
    var row: Int
    /// The number of cells of its level that come before it, quarter by quarter.
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
