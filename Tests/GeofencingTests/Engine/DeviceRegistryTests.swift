import Testing

@testable import Geofencing

@Suite struct DeviceRegistryTests {
    @Test func `names that differ in one byte are different devices, however long they are`() {
        let registry = DeviceRegistry()
        var slots: [DeviceID: UInt32] = [:]
        for length in 0..<40 {
            let name = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            for changed in 0...length {
                var bytes = name
                if changed < length { bytes[changed] = UInt8(ascii: "b") }
                let device = DeviceID(String(decoding: bytes, as: UTF8.self))
                #expect(registry.existingSlot(for: device) == nil)
                slots[device] = registry.slot(for: bytes.span)
            }
        }
        #expect(registry.count == slots.count)
        #expect(Set(slots.values).count == slots.count)
        for (device, slot) in slots {
            #expect(registry.slot(for: device) == slot)
            #expect(registry.existingSlot(for: device) == slot)
            #expect(registry.device(in: slot) == device)
        }
        #expect(registry.count == slots.count)
    }

    @Test func `a reader's device cache agrees with the registry for any number of names`() {
        let registry = DeviceRegistry()
        var devices = DeviceCache(registry)
        // Up to 16 bytes and more.
        let names = (0..<5000).map { number in "\(number)" + String(repeating: "-", count: number % 20) }
        for _ in 0..<2 {
            for name in names {
                let slot = withScanner(of: name.utf8) { scanner in
                    scanner.slot(ofDeviceIn: 0..<scanner.end, in: &devices)
                }
                #expect(registry.device(in: slot) == DeviceID(name))
            }
        }
        #expect(registry.count == names.count)
    }

    /// Names of 24 bytes with the same checksum.
    private var namesOfOneChecksum: [[UInt8]] {
        var random = SplitMix64(seed: 1)
        return (0..<10_000).map { _ in
            let first = random.next()
            let second = folded(24 &* 0x9E37_79B9_7F4A_7C15 ^ first) ^ 42
            return [first, second, 7].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        }
    }

    @Test func `names that were chosen to have the same checksum have different hashes`() {
        let names = namesOfOneChecksum
        #expect(Set(names.map { checksum(of: $0.span) }).count == 1)
        let table = NameTable()
        #expect(Set(names.map { table.hash($0.span) }).count == names.count)
        let registry = DeviceRegistry()
        var devices = DeviceCache(registry)
        #expect(Set(names.map { devices.slot(for: $0.span) }).count == names.count)
        #expect(Set(names.map { devices.slot(for: $0.span) }).count == names.count)
    }

    @Test(arguments: [0, 16, 32, 48])
    func `short names that differ in any two bytes alone are spread over the table`(shift: UInt64) {
        let names: [UInt64] = (0..<4000).map { (number: UInt64) in
            let (first, second) = (number % 64 + 48, number / 64 + 48)
            return (first | second << 8) << shift
        }
        for inFirstHalf in [true, false] {
            var table = ShortNameTable()
            func halves(_ name: UInt64) -> (UInt64, UInt64) { inFirstHalf ? (name, 0x6161) : (0x6161, name) }
            for (slot, name) in names.enumerated() {
                let (low, high) = halves(name)
                table.insert(low, high, slot: UInt32(slot))
            }
            let homes = names.map { name in
                let (low, high) = halves(name)
                return table.home(low, high)
            }
            // Of random places among four times as many, an eighth would be taken already.
            #expect(Set(homes).count > names.count * 3 / 4)
        }
    }
}
