/// What stands in the root and the nodes for a cell: two bits of kind, 30 bits of payload.
struct CellEntry: BitwiseCopyable, Sendable, Equatable {
    let raw: UInt32

    static let kindMask: UInt32 = 3
    static let uniformKind: UInt32 = 1
    static let leafKind: UInt32 = 2
    static let nodeKind: UInt32 = 3

    init(raw: UInt32) { self.raw = raw }

    /// Every place in the cell is covered by the same set, which starts at `offset` in the sets.
    static func uniform(set offset: Int) -> CellEntry {
        precondition(offset < 1 << 30, "The sets of geofences fit into 4 GB.")
        return CellEntry(raw: UInt32(offset) << 2 | uniformKind)
    }

    /// The cell has a leaf at `offset` in the leaves, a multiple of 8 bytes.
    static func leaf(offset: Int) -> CellEntry {
        precondition(offset >> 3 < 1 << 30 && offset & 7 == 0, "The leaves fit into 8 GB.")
        return CellEntry(raw: UInt32(offset >> 3) << 2 | leafKind)
    }

    /// The cell is divided into `1 << bits` times as many, whose entries start at `offset` in the nodes.
    static func node(offset: Int, bits: Int) -> CellEntry {
        precondition(offset >> 2 < 1 << 28 && offset & 3 == 0, "The nodes fit into 4 GB.")
        return CellEntry(raw: UInt32(offset >> 2) << 4 | UInt32(bits) << 2 | nodeKind)
    }

    /// While building: the four quarters of the cell are at quad `index`.
    static func quad(index: Int) -> CellEntry { CellEntry(raw: UInt32(index) << 2) }

    @inline(__always) var kind: UInt32 { raw & Self.kindMask }
    @inline(__always) var quadIndex: Int { Int(raw >> 2) }
    @inline(__always) var setOffset: Int { Int(raw >> 2) }
    @inline(__always) var leafOffset: Int { Int(raw >> 2) << 3 }
    /// Where its leaf is, or the first one if the entry is none.
    @inline(__always) var leafOffsetOrFirst: Int { Int(raw &>> 2 & leafMask) &<< 3 }
    /// Where its set is, or the first one if the entry has none.
    @inline(__always) var setOffsetOrFirst: Int { Int(raw &>> 2 & ~leafMask & ~nodeMask) }
    /// All bits if the entry is a node, otherwise none.
    @inline(__always) var nodeMask: UInt32 { 0 &- (raw & (raw &>> 1) & 1) }
    /// All bits if the entry is a leaf, otherwise none.
    @inline(__always) var leafMask: UInt32 { 0 &- (~raw & (raw &>> 1) & 1) }
    @inline(__always) var nodeBits: UInt32 { (raw >> 2) & 3 }
    @inline(__always) var nodeOffset: Int { Int(raw >> 4) << 2 }

    /// Where in the nodes the entry for a cell stands that is in this node, by its column and row among all of its size.
    @inline(__always)
    func child(of cell: (column: UInt32, row: UInt32)) -> Int {
        let mask = (1 &<< nodeBits) &- 1
        return nodeOffset &+ Int((cell.row & mask) &<< nodeBits | cell.column & mask)
    }
}

extension CellEntry {
    /// As `leafMask` and `nodeMask`, of four entries: 1 in the lanes where it holds, otherwise 0.
    @inline(__always)
    static func leafBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { ~entries & (entries &>> 1) & 1 }
    @inline(__always)
    static func nodeBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { entries & (entries &>> 1) & 1 }
}
