internal import Synchronization

/// Gives each device name a small number, its *slot*, once and for all.
///
/// Names are spread over shards by hash, so that threads that meet different devices rarely wait for each other; the low
/// bits of a slot are its shard. Readers keep a `DeviceCache` each and come here only for names they have not seen.
package final class DeviceRegistry: Sendable {
    /// How many shards there are, and how far apart the slots of one shard are; a power of two.
    package static let shardCount = 16

    private final class Shard: Sendable {
        let names = Mutex(NameTable())
    }

    private let shards = (0..<shardCount).map { _ in Shard() }

    package init() {}

    /// The slot of the device of this name, new if need be.
    package func slot(for name: Span<UInt8>) -> UInt32 {
        let hash = NameTable.hash(name)
        let shard = Int(hash &>> 48) & (Self.shardCount - 1)
        // Copied bytes: a Span may not enter the lock's closure.
        let bytes = name.indices.map { name[$0] }
        let number = shards[shard].names.withLock { names in
            names.number(of: bytes.span, hash: hash) ?? names.insert(bytes.span, hash: hash)
        }
        return number * UInt32(Self.shardCount) + UInt32(shard)
    }

    /// The slot of the device of this name, new if need be.
    package func slot(for device: DeviceID) -> UInt32 {
        slot(for: Array(device.rawValue.utf8).span)
    }

    /// The slot of the device of this name, if it was ever met.
    package func existingSlot(for device: DeviceID) -> UInt32? {
        let bytes = Array(device.rawValue.utf8)
        let hash = NameTable.hash(bytes.span)
        let shard = Int(hash &>> 48) & (Self.shardCount - 1)
        return shards[shard].names.withLock { $0.number(of: bytes.span, hash: hash) }
            .map { $0 * UInt32(Self.shardCount) + UInt32(shard) }
    }

    /// The name of the device in `slot`.
    package func device(in slot: UInt32) -> DeviceID {
        let shard = Int(slot) & (Self.shardCount - 1)
        return DeviceID(shards[shard].names.withLock { $0.name(slot / UInt32(Self.shardCount)) })
    }

    /// The place of each slot's device in the order of names.
    package func ranksByName() -> [UInt32: Int] {
        var slots: [(name: DeviceID, slot: UInt32)] = []
        for (shard, table) in shards.enumerated() {
            let names = table.names.withLock { names in (0..<names.count).map { names.name(UInt32($0)) } }
            for (number, name) in names.enumerated() {
                slots.append((DeviceID(name), UInt32(number * Self.shardCount + shard)))
            }
        }
        slots.sort { $0.name < $1.name }
        return Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.slot, $0) })
    }

    /// How many devices have been met.
    package var count: Int { shards.reduce(0) { $0 + $1.names.withLock { $0.count } } }
}

/// One reader's memory of slots, so that a name it has met costs no lock.
package struct DeviceCache {
    private let registry: DeviceRegistry
    private var names = NameTable()
    private var slots: [UInt32] = []

    package init(_ registry: DeviceRegistry) {
        self.registry = registry
    }

    /// The slot of the device of this name, new in the registry if need be.
    package mutating func slot(for name: Span<UInt8>) -> UInt32 {
        let hash = NameTable.hash(name)
        if let number = names.number(of: name, hash: hash) { return slots[Int(number)] }
        let slot = registry.slot(for: name)
        _ = names.insert(name, hash: hash)
        slots.append(slot)
        return slot
    }
}
