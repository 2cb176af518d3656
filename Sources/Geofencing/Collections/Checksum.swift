// SAFETY: the unsafe loads read 8 bytes or 1 byte at offsets that the loop bounds keep inside a span of known length.

/// Returns a hash of the bytes that is the same in every run and on every machine, so that it can serve as a file's
/// checksum: multiply and fold, 8 bytes at a time.
func checksum(of bytes: Span<UInt8>) -> UInt64 {
    let raw = unsafe bytes.bytes
    var state = UInt64(truncatingIfNeeded: raw.byteCount) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= raw.byteCount {
        let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        state = fold(state ^ UInt64(littleEndian: word))
        offset &+= 8
    }
    var tail: UInt64 = 0
    while offset < raw.byteCount {
        let byte = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
        tail = tail &<< 8 | UInt64(byte)
        offset &+= 1
    }
    return fold(state ^ tail)
}

private func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
}
