/// The entry of a cell in the root or a node: two bits of kind, 30 bits of payload.
struct CellEntry: BitwiseCopyable, Sendable, Equatable {
    let raw: UInt32

    static let kindMask: UInt32 = 3
    static let uniformKind: UInt32 = 1
    static let leafKind: UInt32 = 2
    static let nodeKind: UInt32 = 3

    init(raw: UInt32) { self.raw = raw }

    /// Creates the entry of a cell of which every point is covered by the same set, which starts at `offset` in the
    /// sets.
    static func uniform(set offset: Int) -> CellEntry {
        precondition(offset < 1 << 30, "The sets of geofences must fit into 4 GB.")
        return CellEntry(raw: UInt32(offset) << 2 | uniformKind)
    }

    /// Creates the entry of a cell that has a leaf at `offset` in the leaves, a multiple of 8 bytes.
    static func leaf(offset: Int) -> CellEntry {
        precondition(offset >> 3 < 1 << 30 && offset & 7 == 0, "The leaves must fit into 8 GB.")
        return CellEntry(raw: UInt32(offset >> 3) << 2 | leafKind)
    }

    /// Creates the entry of a cell that is divided `1 << bits` times along each axis; the entries start at `offset` in
    /// the nodes.
    static func node(offset: Int, bits: Int) -> CellEntry {
        precondition(offset >> 2 < 1 << 28 && offset & 3 == 0, "The nodes must fit into 4 GB.")
        return CellEntry(raw: UInt32(offset >> 2) << 4 | UInt32(bits) << 2 | nodeKind)
    }

    /// Used only while building: the four quarters of the cell are at quad `index`.
    static func quad(index: Int) -> CellEntry { CellEntry(raw: UInt32(index) << 2) }

    @inline(__always) var kind: UInt32 { raw & Self.kindMask }
    @inline(__always) var quadIndex: Int { Int(raw >> 2) }
    @inline(__always) var setOffset: Int { Int(raw >> 2) }
    @inline(__always) var leafOffset: Int { Int(raw >> 2) << 3 }
    /// The offset of the leaf, or of the first leaf if the entry is not a leaf.
    @inline(__always) var leafOffsetOrFirst: Int { Int(raw &>> 2 & leafMask) &<< 3 }
    /// The offset of the set, or of the first set if the entry has none.
    @inline(__always) var setOffsetOrFirst: Int { Int(raw &>> 2 & ~leafMask & ~nodeMask) }
    /// All bits if the entry is a node, otherwise none.
    @inline(__always) var nodeMask: UInt32 { 0 &- (raw & (raw &>> 1) & 1) }
    /// All bits if the entry is a leaf, otherwise none.
    @inline(__always) var leafMask: UInt32 { 0 &- (~raw & (raw &>> 1) & 1) }
    @inline(__always) var nodeBits: UInt32 { (raw >> 2) & 3 }
    @inline(__always) var nodeOffset: Int { Int(raw >> 4) << 2 }

    /// Returns the position in the nodes of the entry for a point that is in this node.
    ///
    /// - Parameters:
    ///   - cellX: The bits of the point's longitude key that distinguish cells.
    ///   - cellY: The same for the latitude.
    ///   - shift: Determines the size of the node's cell; becomes that of the entry's cell.
    @inline(__always)
    func child(cellX: UInt32, cellY: UInt32, shift: inout UInt32) -> Int {
        shift &-= nodeBits
        let mask = (1 &<< nodeBits) &- 1
        let (column, row) = (cellX &>> shift, cellY &>> shift)
        return nodeOffset &+ Int((row & mask) &<< nodeBits | column & mask)
    }
}

extension CellEntry {
    /// `leafMask` and `nodeMask` for four entries at once: 1 in the lanes where it applies, otherwise 0.
    @inline(__always)
    static func leafBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { ~entries & (entries &>> 1) & 1 }
    @inline(__always)
    static func nodeBits(_ entries: SIMD4<UInt32>) -> SIMD4<UInt32> { entries & (entries &>> 1) & 1 }
}
