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

    /// Where in the nodes the entry for a place stands that is in this node.
    ///
    /// - Parameters:
    ///   - cellX: What tells the cells of the place apart, as in its keys.
    ///   - cellY: The same of latitude.
    ///   - shift: What tells the size of the node's cell; becomes that of the entry's.
    @inline(__always)
    func child(cellX: UInt32, cellY: UInt32, shift: inout UInt32) -> Int {
        shift &-= nodeBits
        let mask = (1 &<< nodeBits) &- 1
        let (column, row) = (cellX &>> shift, cellY &>> shift)
        return nodeOffset &+ Int((row & mask) &<< nodeBits | column & mask)
    }
}

extension CellEntry {
    /// As `leafMask` and `nodeMask`, of four entries: 1 in the lanes where it holds, otherwise 0.
    @inline(__always)
    static func leafBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { ~entries & (entries &>> 1) & 1 }
    @inline(__always)
    static func nodeBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { entries & (entries &>> 1) & 1 }
}
