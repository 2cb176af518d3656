/// A set of slots among the `CellSets`.
struct CellSet: BitwiseCopyable {
    var offset: Int
    /// The sum of the digests of its slots, so that it follows from that of a part of them.
    var digest: UInt32

    static let empty = CellSet(offset: 0, digest: 0)

    /// A slot's digest: the last steps of MurmurHash3, so that sums of digests have nothing to do with sums of slots.
    @inline(__always)
    static func digest(of slot: UInt32) -> UInt32 {
        // Those steps leave 0 as it is, which would make no difference to a sum.
        var digest = slot &+ 0x9E37_79B9
        digest = (digest ^ digest &>> 16) &* 0x85EB_CA6B
        digest = (digest ^ digest &>> 13) &* 0xC2B2_AE35
        return digest ^ digest &>> 16
    }
}
