// SAFETY: `mask` is one less than the number of `entries`, which is a power of two.

/// The offsets of the sets of a `CellSets`, by their digests.
///
/// Open addressing with linear probing, at most half full. An entry holds the digest beside the offset, so that
/// different sets are hardly ever compared, and no sets are compared when the table grows.
@safe
struct CellSetTable {
    /// A digest in the high half and an offset in the low half; 0, the offset of the empty set, marks a free entry.
    private var entries: CellStack<UInt64> = allFree(1 << 10)
    private var count = 0

    private var mask: Int { entries.count - 1 }

    /// Returns the offset of a known set, for whose offset `isEqual` returns `true`, or else `new`, which is known from
    /// then on.
    @inline(__always)
    mutating func offset(of digest: UInt32, else new: Int, where isEqual: (Int) -> Bool) -> Int {
        var index = Int(digest) & mask
        while case let entry = unsafe entries.base[index], entry != 0 {
            let offset = Int(entry & 0xFFFF_FFFF)
            if entry >> 32 == digest, isEqual(offset) { return offset }
            index = (index + 1) & mask
        }
        unsafe entries.base[index] = UInt64(digest) << 32 | UInt64(new)
        count += 1
        if count * 2 > mask { grow() }
        return new
    }

    func free() { entries.free() }

    @inline(never)
    private mutating func grow() {
        let old = entries
        (entries, count) = (Self.allFree(old.count * 4), 0)
        for position in 0..<old.count {
            let entry = unsafe old.base[position]
            if entry != 0 { _ = offset(of: UInt32(entry >> 32), else: Int(entry & 0xFFFF_FFFF)) { _ in false } }
        }
        old.free()
    }

    private static func allFree(_ count: Int) -> CellStack<UInt64> {
        var entries = CellStack<UInt64>(capacity: count)
        entries.append(0, count: count)
        return entries
    }
}
