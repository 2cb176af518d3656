import Testing

@testable import Geofencing

@Suite struct LeavingOrderTests {
    private func record(_ kind: Transition.Kind, _ fence: UInt32, of device: UInt32 = 0, _ number: Int)
        -> TransitionRecord
    {
        TransitionRecord(
            time: 0,
            decidedTime: Int64(number),
            latitude: 0,
            longitude: 0,
            device: device,
            fence: fence,
            kind: kind,
            cause: .movement
        )
    }

    /// The rule as it is told: each EXIT goes back past one transition after the other.
    private func swapped(_ decided: [TransitionRecord]) -> [TransitionRecord] {
        var records = decided
        for index in records.indices.dropFirst() where records[index].kind == .exit && !records[index].isMuted {
            var place = index
            while place > 0, records[place - 1].device == records[place].device,
                records[place - 1].isMuted
                    || records[place - 1].kind != .exit && records[place - 1].fence != records[place].fence
            {
                records.swapAt(place - 1, place)
                place -= 1
            }
        }
        return records
    }

    @Test(arguments: [1, 3, 20, 200] as [UInt32])
    func `transitions at one time are in the order of the plain rule`(fences: UInt32) {
        var random = SplitMix64(seed: UInt64(fences))
        let kinds: [Transition.Kind] = [.enter, .exit, .exit, .dwell]
        for round in 0..<400 {
            let (count, muted) = (Int.random(in: 1..<300, using: &random), UInt64(round % 4))
            var device: UInt32 = 0
            let decided = (0..<count).map { number in
                if random.next() % 60 == 0 { device += 1 }
                let kind = kinds[Int(random.next() % 4)]
                var record = record(kind, UInt32(random.next() % UInt64(fences)), of: device, number)
                record.isMuted = random.next() % 5 < muted
                return record
            }
            var records = decided
            LeavingOrder.apply(to: &records, 0..<count)
            let seed = "seed \(fences), round \(round)"
            #expect(records.map(\.decidedTime) == swapped(decided).map(\.decidedTime), "\(seed)")
            // What is not of that time stays.
            records = decided
            LeavingOrder.apply(to: &records, count / 3..<count)
            #expect(
                records.map(\.decidedTime)
                    == (decided[..<(count / 3)] + swapped(Array(decided[(count / 3)...]))).map(\.decidedTime),
                "\(seed)"
            )
        }
    }

    @Test func `leaving 100000 geofences while entering as many others is sorted fast`()
        throws
    {
        // One after the other, past all that were entered, they would take minutes.
        let count = 100_000
        let entered = (0..<count).map { record(.enter, UInt32($0), $0) }
        let left = (0..<count).map { record(.exit, UInt32(count + $0), count + $0) }
        var sorter = TransitionSorter()
        try sorter.append(entered + left)
        let registry = DeviceRegistry()
        _ = registry.slot(for: "dog")
        var decided: [Int64] = []
        try sorter.drain(registry: registry) { record throws(GeofenceError) in decided.append(record.decidedTime) }
        #expect(decided == (left + entered).map(\.decidedTime))
    }
}
