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
}
