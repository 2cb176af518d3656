/// A fingerprint by which a piece of a file is recognized: its length and checksum. The bytes themselves, which may be personal data, are
/// not kept.
package struct ContentFingerprint: Sendable, Hashable {
    /// The length in bytes.
    package let count: Int
    private let sum: UInt64

    /// The mark of some bytes; of none, all files have it.
    package init(of bytes: [UInt8] = []) {
        self.init(count: bytes.count, sum: checksum(of: bytes.span))
    }

    private init(count: Int, sum: UInt64) {
        (self.count, self.sum) = (count, sum)
    }

    /// Reads what `encoded` gave; of anything else, and of more bytes than are ever marked, the mark of no bytes.
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

    /// Both numbers, 8 bytes each, the most significant first.
    package var encoded: [UInt8] {
        [UInt64(count), sum].flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        }
    }
}
