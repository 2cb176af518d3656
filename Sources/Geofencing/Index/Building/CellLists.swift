/// The lists of the cells that are one particular quarter of their parents, one cell's after another.
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
