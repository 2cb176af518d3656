/// One reader's memory of slots, so that a name it has met costs no lock.
package struct DeviceCache {
    private let registry: DeviceRegistry
    private var names = NameTable()
    private var slots: [UInt32] = []
    /// Names of at most 16 bytes that were met lately, as two words, by a hash of them.
    private var recent = [Recent](repeating: Recent(), count: 1 << recentBits)
    /// Some thousand devices seldom drive out one another.
    private static let recentBits: UInt64 = 13

    private struct Recent: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0
        var slot: UInt32 = 0
    }

    package init(_ registry: DeviceRegistry) {
        self.registry = registry
    }

    private func place(_ low: UInt64, _ high: UInt64) -> Int {
        let hash = (low ^ (high &* 0xA076_1D64_78BD_642F)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash &>> (64 - Self.recentBits))
    }

    /// The slot of a device whose name is these bytes, padded with zeros, if it was met lately.
    @inline(__always)
    func recentSlot(_ low: UInt64, _ high: UInt64) -> UInt32? {
        let entry = recent[place(low, high)]
        return entry.low == low && entry.high == high && low != 0 ? entry.slot : nil
    }

    /// Keeps a slot for `recentSlot`.
    mutating func remember(_ low: UInt64, _ high: UInt64, _ slot: UInt32) {
        recent[place(low, high)] = Recent(low: low, high: high, slot: slot)
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
