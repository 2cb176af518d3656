import Geofencing
import Testing

@Suite struct TransitionSorterTests {
    func drained(
        _ records: [TransitionRecord],
        limit: Int,
        _ registry: DeviceRegistry
    ) throws -> [TransitionRecord] {
        var sorter = TransitionSorter(limit: limit)
        for start in stride(from: 0, to: records.count, by: 7) {
            try sorter.append(records[start..<min(start + 7, records.count)])
        }
        var result: [TransitionRecord] = []
        try sorter.drain(registry: registry) { record throws(GeofenceError) in result.append(record) }
        return result
    }

    @Test(arguments: [1 << 20, 100, 10], [0..<50, -5_000_000..<5_000_000, Int64.min..<Int64.max])
    func `transitions come by time, then device name, then as they were made, whatever stays in memory`(
        limit: Int,
        times: Range<Int64>
    ) throws {
        let registry = DeviceRegistry()
        let slots = (0..<20).map { registry.slot(for: DeviceID("device-\($0)")) }
        var random = SplitMix64(seed: 9)
        let records = (0..<1000).map { number in
            TransitionRecord(
                time: Int64.random(in: times, using: &random),
                decidedTime: 0,
                latitude: 0,
                longitude: 0,
                device: slots[Int.random(in: 0..<20, using: &random)],
                fence: UInt32(number),
                kind: .enter,
                cause: .movement
            )
        }
        let expected = records.sorted { one, other in
            if one.time != other.time { return one.time < other.time }
            let (left, right) = (registry.device(in: one.device), registry.device(in: other.device))
            return left != right ? left < right : one.fence < other.fence
        }
        #expect(try drained(records, limit: limit, registry).map(\.fence) == expected.map(\.fence))
    }

    @Test
    func `within one time and device the order is that of decisions, but geofences are left before others are entered`()
        throws
    {
        let registry = DeviceRegistry()
        let slot = registry.slot(for: DeviceID("dog"))
        func record(_ kind: Transition.Kind, _ fence: UInt32, decided: Int64) -> TransitionRecord {
            TransitionRecord(
                time: 0,
                decidedTime: decided,
                latitude: 0,
                longitude: 0,
                device: slot,
                fence: fence,
                kind: kind,
                cause: .movement
            )
        }
        // Three fixes of one millisecond, then two decisions that came later.
        let decided = [
            record(.enter, 1, decided: 0), record(.exit, 1, decided: 0), record(.enter, 2, decided: 0),
            record(.enter, 1, decided: 0), record(.enter, 4, decided: 10), record(.exit, 3, decided: 20),
        ]
        let drained = try drained(decided, limit: 10, registry).map { "\($0.kind.rawValue) \($0.fence)" }
        #expect(drained == ["ENTER 1", "EXIT 1", "EXIT 3", "ENTER 2", "ENTER 1", "ENTER 4"])
    }
}
