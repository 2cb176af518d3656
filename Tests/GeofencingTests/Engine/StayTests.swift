import Testing

@testable import Geofencing

@Suite struct StayTests {
    @Test func `a stay takes 16 bytes, and setting one field keeps the others`() {
        #expect(MemoryLayout<Stay>.size == 16)
        for ordinal in [0, 1, 255, 256, 65_535, 65_536, 1 << 23 - 1] as [UInt32] {
            var stay = Stay(fence: .max - 1, cause: .gap, ordinal: ordinal, since: .min + 1)
            stay.hasDwelled = true
            #expect(stay.ordinal == ordinal)
            stay.ordinal = ordinal / 2
            #expect(stay.hasDwelled)
            #expect(stay == Stay(fence: .max - 1, cause: .gap, hasDwelled: true, ordinal: ordinal / 2, since: .min + 1))
            stay.hasDwelled = false
            #expect(stay == Stay(fence: .max - 1, cause: .gap, ordinal: ordinal / 2, since: .min + 1))
        }
    }

    @Test func `an ordinal too large for its field is clamped to the maximum`() {
        #expect(Stay(fence: 0, hasDwelled: true, ordinal: .max, since: 0).ordinal == 8_388_607)
        #expect(Stay(fence: 0, hasDwelled: true, ordinal: 1 << 23, since: 0).hasDwelled)
    }
}
