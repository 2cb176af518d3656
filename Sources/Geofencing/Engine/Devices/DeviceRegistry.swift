// SAFETY: the bytes of a name are valid for the duration of the call in which they are read.

/// Gives each device name a small number, its *slot*, which never changes.
///
/// Names are spread over shards by checksum, so that threads that meet different devices rarely wait for each other;
/// the low bits of a slot are its shard, which is the same in a process that resumes where another one was. Within a
/// shard they are found by a hash that is seeded. Each reader keeps a `DeviceCache` and comes here only for names it
/// has not seen.
package final class DeviceRegistry: Sendable {
    /// The number of shards, and the distance between successive slots of one shard; a power of two.
    static let shardCount = 16

    private let tables: Sharded<NameTable>
    private let seed = UInt64.random(in: .min ... .max)

    package init() { tables = Sharded { [seed] _ in NameTable(seed: seed) } }

    /// Returns the slot of the device with this name, assigning one if necessary.
    package func slot(for name: Span<UInt8>) -> UInt32 {
        unsafe name.withUnsafeBufferPointer { name in unsafe slot(for: name) }
    }

    /// Returns the slot of the device with this name, assigning one if necessary.
    package func slot(for device: DeviceID) -> UInt32 {
        var name = device.rawValue
        return name.withUTF8 { name in unsafe slot(for: name) }
    }

    // A Span cannot be captured by the lock's closure, hence the pointers to the bytes of a name; they avoid a copy.

    private func slot(for name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let (shard, hash) = unsafe place(of: name.span)
        let number = tables.withLock(shard: shard) { names in
            unsafe names.number(of: name.span, hash: hash) ?? names.insert(name.span, hash: hash)
        }
        return Self.slot(of: Int(number), in: shard)
    }

    /// Returns the slot of the device with this name, if it was ever seen.
    package func existingSlot(for device: DeviceID) -> UInt32? {
        var name = device.rawValue
        return name.withUTF8 { name in
            let (shard, hash) = unsafe place(of: name.span)
            return tables.withLock(shard: shard) { unsafe $0.number(of: name.span, hash: hash) }
                .map { Self.slot(of: Int($0), in: shard) }
        }
    }

    /// Returns the shard of a name, and its hash within the shard.
    @inline(__always)
    private func place(of name: Span<UInt8>) -> (shard: Int, hash: UInt64) {
        let (checksum, hash) = checksums(of: name, seed: seed)
        return (Self.shard(ofChecksum: checksum), hash)
    }

    private static func shard(ofChecksum checksum: UInt64) -> Int { Int(checksum &>> 48) & (shardCount - 1) }

    /// Returns the name of the device in `slot`.
    package func device(in slot: UInt32) -> DeviceID {
        DeviceID(tables.withLock(of: slot) { $0.name(UInt32(Self.number(of: slot))) })
    }

    /// The names of all devices, in no particular order.
    package var names: [DeviceID] { namesByShard.flatMap(\.self) }

    /// Returns, for each slot, the rank of its device in the order of names.
    func ranksByName() -> [Int] {
        let slots = slotsByName()
        var ranks = [Int](repeating: 0, count: slots.max().map { Int($0) + 1 } ?? 0)
        for (rank, slot) in slots.enumerated() { ranks[Int(slot)] = rank }
        return ranks
    }

    /// Returns all slots in ascending order of their devices' names.
    func slotsByName() -> [UInt32] {
        var slots: [(name: DeviceID, slot: UInt32)] = []
        for (shard, names) in namesByShard.enumerated() {
            for (number, name) in names.enumerated() {
                slots.append((name, Self.slot(of: number, in: shard)))
            }
        }
        return slots.sorted { $0.name < $1.name }.map(\.slot)
    }

    /// The devices of each shard in order of their slots. A new registry that is given them in this order assigns the
    /// same slots.
    var namesByShard: [[DeviceID]] {
        var result: [[DeviceID]] = []
        tables.withEach { names in result.append((0..<names.count).map { DeviceID(names.name(UInt32($0))) }) }
        return result
    }

    /// The number of devices seen so far.
    package var count: Int {
        var count = 0
        tables.withEach { count += $0.count }
        return count
    }

    /// Returns the number of devices of a shard seen so far.
    func count(inShard shard: Int) -> Int { tables.withLock(shard: shard) { $0.count } }
}

extension DeviceRegistry {
    /// Returns the shard of a device.
    static func shard(of device: DeviceID) -> Int {
        var name = device.rawValue
        return name.withUTF8 { name in unsafe shard(ofChecksum: checksum(of: name.span)) }
    }

    /// Returns the shard of the device in a slot.
    @inline(__always)
    static func shard(of slot: UInt32) -> Int { Int(slot) & (shardCount - 1) }

    /// Returns the number of the device within its shard.
    @inline(__always)
    static func number(of slot: UInt32) -> Int { Int(slot / UInt32(shardCount)) }

    /// Returns the slot of the device with this number in a shard.
    @inline(__always)
    static func slot(of number: Int, in shard: Int) -> UInt32 { UInt32(number * shardCount + shard) }
}
