/// One reader's memory of slots, so that a name it has met costs no lock.
package struct DeviceCache {
    private let registry: DeviceRegistry
    private var shortNames = ShortNameTable()
    private var names = NameTable()
    private var slots: [UInt32] = []

    package init(_ registry: DeviceRegistry) {
        self.registry = registry
    }

    /// The slot of a device whose name is these bytes, padded with zeros, if it was met before.
    @inline(__always)
    func slot(forShort low: UInt64, _ high: UInt64) -> UInt32? { shortNames.slot(low, high) }

    /// The slot of a device whose name, also in two words, was not met before.
    mutating func slot(forNew name: Span<UInt8>, _ low: UInt64, _ high: UInt64) -> UInt32 {
        let slot = registry.slot(for: name)
        if low != 0 { shortNames.insert(low, high, slot: slot) }
        return slot
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
