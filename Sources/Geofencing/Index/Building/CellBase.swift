/// The slots that cover all of a cell, and their set once it has been requested.
struct CellBase {
    var start: Int
    var count: Int
    /// The digest of the set.
    var digest: UInt32
    /// The offset of the set.
    var set: Int?

    static let empty = CellBase(start: 0, count: 0, digest: CellSet.empty.digest, set: CellSet.empty.offset)
}
