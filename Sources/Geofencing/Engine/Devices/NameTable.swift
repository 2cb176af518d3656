// SAFETY: the unsafe loads in `equals` read 8 bytes at offsets that the loop bounds keep inside spans of known length.

/// A set of names that numbers its members in order of arrival and looks up bytes without creating a String.
///
/// Open addressing with linear probing, at most half full. The hash is seeded, or names could be chosen that are all in
/// the way of each other.
struct NameTable: Sendable {
    private struct Bucket: BitwiseCopyable {
        /// The number of the name plus one; 0 marks a free bucket.
        var number: UInt32 = 0
        /// The upper half of the name's hash, so that other names in the way are not read.
        var check: UInt32 = 0
    }

    private var buckets = [Bucket](repeating: Bucket(), count: 64)
    private var hashes: [UInt64] = []
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]

    /// The seed of the hash of its names.
    private let seed: UInt64

    init(seed: UInt64 = .random(in: .min ... .max)) { self.seed = seed }

    var count: Int { hashes.count }

    /// Returns the number of a name, if it has one.
    func number(of name: Span<UInt8>, hash: UInt64) -> UInt32? {
        var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
        while buckets[bucket].number != 0 {
            let number = buckets[bucket].number - 1
            if buckets[bucket].check == Self.check(hash), equals(number, name) { return number }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return nil
    }

    /// Gives the next number to a name that has none.
    mutating func insert(_ name: Span<UInt8>, hash: UInt64) -> UInt32 {
        let number = UInt32(hashes.count)
        hashes.append(hash)
        bytes.append(addingCapacity: name.count) { $0.append(copying: name) }
        ends.append(bytes.count)
        if hashes.count * 2 > buckets.count { grow() } else { place(number) }
        return number
    }

    /// Returns the number of a name; if it had none, it gets the next one.
    mutating func number(orInserting name: String) -> UInt32 {
        var name = name
        return name.withUTF8 { name in
            let name = unsafe name.span
            let hash = hash(name)
            return number(of: name, hash: hash) ?? insert(name, hash: hash)
        }
    }

    /// Returns the name with this number.
    func name(_ number: UInt32) -> String {
        String(decoding: bytes[ends[Int(number)]..<ends[Int(number) + 1]], as: UTF8.self)
    }

    private func equals(_ number: UInt32, _ name: Span<UInt8>) -> Bool {
        let start = ends[Int(number)]
        guard ends[Int(number) + 1] - start == name.count else { return false }
        let stored = unsafe bytes.span.extracting(start..<(start + name.count)).bytes
        let wanted = unsafe name.bytes
        var offset = 0
        guard name.count >= 8 else {
            while offset < name.count {
                guard bytes[start + offset] == name[offset] else { return false }
                offset &+= 1
            }
            return true
        }
        while offset < name.count {
            // The last 8 bytes may overlap those before.
            let place = min(offset, name.count &- 8)
            let left = unsafe stored.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            let right = unsafe wanted.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            guard left == right else { return false }
            offset &+= 8
        }
        return true
    }

    private mutating func grow() {
        buckets = [Bucket](repeating: Bucket(), count: buckets.count * 2)
        for number in hashes.indices { place(UInt32(number)) }
    }

    private mutating func place(_ number: UInt32) {
        let hash = hashes[Int(number)]
        var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
        while buckets[bucket].number != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
        buckets[bucket] = Bucket(number: number + 1, check: Self.check(hash))
    }

    private static func check(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) }

    /// Returns the hash of a name.
    @inline(__always)
    func hash(_ name: Span<UInt8>) -> UInt64 { checksum(of: name, seed: seed) }
}
