// SAFETY: the unsafe loads read 8 bytes or 1 byte at offsets that the loop bounds keep inside a span of known length.

/// Returns a hash of the bytes that is the same in every run and on every machine, so that it can serve as a file's
/// checksum: multiply and fold, 8 bytes at a time. With a secret seed, it is a hash that nobody can foresee.
func checksum(of bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
    var state = initialState(forCount: bytes.count) ^ seed
    forEachWord(of: bytes) { word in state = folded(state ^ word) }
    return state
}

/// Returns the checksum of the bytes without a seed and, computed beside it, the one with a seed.
func checksums(of bytes: Span<UInt8>, seed: UInt64) -> (plain: UInt64, seeded: UInt64) {
    var state = initialState(forCount: bytes.count)
    var seeded = state ^ seed
    forEachWord(of: bytes) { word in
        state = folded(state ^ word)
        seeded = folded(seeded ^ word)
    }
    return (state, seeded)
}

/// Returns the product of two words, both halves in one.
@inline(__always)
func folded(_ left: UInt64, _ right: UInt64 = 0xA076_1D64_78BD_642F) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}

private func initialState(forCount count: Int) -> UInt64 { UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15 }

/// Calls `body` with 8 bytes at a time and at last with those that are left, 0 to 7.
@inline(__always)
private func forEachWord(of bytes: Span<UInt8>, _ body: (UInt64) -> Void) {
    let raw = unsafe bytes.bytes
    var offset = 0
    while offset &+ 8 <= raw.byteCount {
        let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        body(UInt64(littleEndian: word))
        offset &+= 8
    }
    var tail: UInt64 = 0
    while offset < raw.byteCount {
        let byte = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
        tail = tail &<< 8 | UInt64(byte)
        offset &+= 1
    }
    body(tail)
}
