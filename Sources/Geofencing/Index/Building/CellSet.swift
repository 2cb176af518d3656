/// A set of slots in the `CellSets`.
struct CellSet: BitwiseCopyable {
    var offset: Int
    /// The sum of the digests of its slots, so that it can be derived from the digest of a subset.
    var digest: UInt32

    static let empty = CellSet(offset: 0, digest: 0)

    /// Returns a slot's digest: the last steps of MurmurHash3, so that sums of digests are unrelated to sums of slots.
    @inline(__always)
    static func digest(of slot: UInt32) -> UInt32 {
        // Those steps map 0 to 0, which would make no difference to a sum.
        var digest = slot &+ 0x9E37_79B9
        digest = (digest ^ digest &>> 16) &* 0x85EB_CA6B
        digest = (digest ^ digest &>> 13) &* 0xC2B2_AE35
        return digest ^ digest &>> 16
    }
}
