import TestSupport
import Testing

@testable import Geofencing

@Suite struct CellSetsTests {
    @Test
    func `equal sets share one offset and different sets do not, in any order of slots, while the table grows`() {
        var sets = CellSets(in: CellStack<UInt32>())
        defer {
            sets.freeTables()
            sets.arena.free()
        }
        var generator = SplitMix64(seed: 23)
        var offsets: [Set<UInt32>: Int] = [[]: 0]
        var members: [Int: Set<UInt32>] = [0: []]
        for _ in 0..<20_000 {
            let slots = Set((0..<generator.integer(in: 1...6)).map { _ in UInt32(generator.integer(in: 0...30)) })
            var sum = CellSet.empty
            for slot in slots.sorted().shuffled(using: &generator) { sum = sets.adding(slot, to: sum) }
            #expect(sum.offset == offsets[slots, default: sum.offset])
            #expect(slots == members[sum.offset, default: slots])
            offsets[slots] = sum.offset
            members[sum.offset] = slots
        }
        #expect(offsets.count > 5_000)
        #expect(sets.largest == 6)
    }

    @Test func `sets with the same digest are distinguished by their slots`() {
        var table = CellSetTable()
        defer { table.free() }
        var known: [Int] = []
        for offset in 1...3_000 {
            var asked = 0
            let found = table.offset(of: 7, else: offset) { _ in
                asked += 1
                return false
            }
            known.append(found)
            #expect(asked == offset - 1)
        }
        #expect(known == Array(1...3_000))
        #expect(table.offset(of: 7, else: 9_999) { $0 == 1_234 } == 1_234)
    }
}
