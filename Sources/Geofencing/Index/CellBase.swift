/// The slots that cover the whole of a cell, and their set once it is wanted.
struct CellBase {
    var start: Int
    var count: Int
    var set: Int?
}
