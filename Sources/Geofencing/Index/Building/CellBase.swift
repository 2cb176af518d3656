/// The slots that cover the whole of a cell, and their set once it is wanted.
struct CellBase {
    var start: Int
    var count: Int
    /// The digest of their set.
    var digest: UInt32
    /// The offset of their set.
    var set: Int?

    static let empty = CellBase(start: 0, count: 0, digest: CellSet.empty.digest, set: CellSet.empty.offset)
}
