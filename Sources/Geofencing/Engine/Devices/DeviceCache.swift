/// One reader's cache of slots, so that a name it has seen needs no lock.
package struct DeviceCache {
    private let registry: DeviceRegistry
    private var shortNames = ShortNameTable()
    private var names = NameTable()
    private var slots: [UInt32] = []

    package init(_ registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Returns the slot of the device whose name is these bytes, padded with zeros; `nil` if the reader has not seen
    /// it.
    @inline(__always)
    func slot(forShort low: UInt64, _ high: UInt64) -> UInt32? { shortNames.slot(low, high) }

    /// Returns the slot of a device that the reader has not seen, given its name both as bytes and as two words.
    mutating func slot(forNew name: Span<UInt8>, _ low: UInt64, _ high: UInt64) -> UInt32 {
        let slot = registry.slot(for: name)
        if low != 0 { shortNames.insert(low, high, slot: slot) }
        return slot
    }

    /// Returns the slot of the device with this name, adding it to the registry if necessary.
    package mutating func slot(for name: Span<UInt8>) -> UInt32 {
        let hash = names.hash(name)
        if let number = names.number(of: name, hash: hash) { return slots[Int(number)] }
        let slot = registry.slot(for: name)
        _ = names.insert(name, hash: hash)
        slots.append(slot)
        return slot
    }
}
