/// A fingerprint that identifies a piece of a file: its length and checksum. The bytes themselves, which may be
/// personal data, are not kept.
package struct ContentFingerprint: Sendable, Hashable {
    /// The length in bytes.
    package let count: Int
    private let sum: UInt64

    /// Creates the fingerprint of some bytes; every file matches that of no bytes.
    package init(of bytes: [UInt8] = []) {
        self.init(count: bytes.count, sum: checksum(of: bytes.span))
    }

    private init(count: Int, sum: UInt64) {
        (self.count, self.sum) = (count, sum)
    }

    /// Decodes what `encoded` returned; anything else, or a length that no fingerprint has, gives the fingerprint of no
    /// bytes.
    package init(decoding bytes: [UInt8]) {
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start...].prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        if bytes.count == 16, numbers[0] <= UInt64(RecordReader.recordLimit + 1024) {
            self.init(count: Int(numbers[0]), sum: numbers[1])
        } else {
            self.init()
        }
    }

    /// The length and the checksum, 8 bytes each, most significant first.
    package var encoded: [UInt8] {
        [UInt64(count), sum].flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        }
    }
}
