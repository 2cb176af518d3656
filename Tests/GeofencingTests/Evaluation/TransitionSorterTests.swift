import Testing

@testable import Geofencing

@Suite struct TransitionSorterTests {
    func drained(
        _ records: [TransitionRecord],
        limit: Int,
        room: Int,
        _ registry: DeviceRegistry
    ) throws -> [TransitionRecord] {
        var sorter = TransitionSorter(limit: limit, room: room)
        for start in stride(from: 0, to: records.count, by: 7) {
            try sorter.append(records[start..<min(start + 7, records.count)])
        }
        var result: [TransitionRecord] = []
        try sorter.drain(registry: registry) { record throws(GeofenceError) in result.append(record) }
        return result
    }

    /// A thousand transitions of twenty devices, half of them with all that a transition can have.
    func transitions(at times: Range<Int64>, inOrder: Bool, _ registry: DeviceRegistry) -> [TransitionRecord] {
        let slots = (0..<20).map { registry.slot(for: DeviceID("device-\($0)")) }
        var random = SplitMix64(seed: 9)
        let moments = (0..<1000).map { _ in Int64.random(in: times, using: &random) }
        return (inOrder ? moments.sorted() : moments).enumerated().map { number, time in
            var record = TransitionRecord(
                time: time,
                decidedTime: time,
                latitude: Double(number),
                longitude: Double(-number),
                device: slots[Int.random(in: 0..<20, using: &random)],
                fence: UInt32(number),
                kind: number % 3 == 0 ? .exit : .enter,
                cause: number % 5 == 0 ? .gap : .movement
            )
            record.isMuted = number % 7 == 0
            record.isInferred = number % 11 == 0
            guard number % 2 == 0 else { return record }
            record.enterCause = .initial
            record.decidedTime = Int64(number)
            record.earliest = Int64(number + 1)
            record.latest = Int64(number + 2)
            record.visitStart = Int64(number + 3)
            record.ordinal = UInt32(number + 4)
            record.visitOrdinal = UInt32(number + 5)
            return record
        }
    }

    @Test(arguments: [(1 << 20, 1 << 20), (100, 1 << 20), (10, 1 << 20), (100, 250), (10, 0)], [false, true])
    func `transitions are sorted by time, device and creation, for any memory limit`(
        sizes: (limit: Int, room: Int),
        inOrder: Bool
    ) throws {
        for times in [0..<50, -5_000_000..<5_000_000, Int64.min..<Int64.max] {
            let registry = DeviceRegistry()
            let records = transitions(at: times, inOrder: inOrder, registry)
            let expected = records.sorted { one, other in
                if one.time != other.time { return one.time < other.time }
                let (left, right) = (registry.device(in: one.device), registry.device(in: other.device))
                if left != right { return left < right }
                return one.kind != other.kind ? one.kind == .exit : one.fence < other.fence
            }
            let drained = try drained(records, limit: sizes.limit, room: sizes.room, registry)
            // What is muted has no order among what is not.
            func visible(_ records: [TransitionRecord]) -> [String] { records.filter { !$0.isMuted }.map { "\($0)" } }
            #expect(visible(drained) == visible(expected))
            #expect(Set(drained.map { "\($0)" }) == Set(expected.map { "\($0)" }))
        }
    }

    @Test func `what only some transitions have is kept, each by itself`() throws {
        let registry = DeviceRegistry()
        let slot = registry.slot(for: DeviceID("dog"))
        let changes: [(inout TransitionRecord) -> Void] = [
            { $0.decidedTime = 100 }, { $0.earliest = 1 }, { $0.latest = 1 }, { $0.visitStart = 1 }, { $0.ordinal = 1 },
            { $0.visitOrdinal = 1 }, { $0.enterCause = .gap }, { $0.isInferred = true },
        ]
        let records = changes.enumerated().map { number, change in
            var record = TransitionRecord(
                time: Int64(number),
                decidedTime: Int64(number),
                latitude: 1,
                longitude: 2,
                device: slot,
                fence: 3,
                kind: .exit,
                cause: .movement
            )
            change(&record)
            return record
        }
        let drained = try drained(records, limit: 10, room: 0, registry)
        #expect(drained.map { "\($0)" } == records.map { "\($0)" })
    }

    @Test func `muted transitions do not change the order of the others`() throws {
        let registry = DeviceRegistry()
        let slot = registry.slot(for: DeviceID("dog"))
        var random = SplitMix64(seed: 10)
        for _ in 0..<2000 {
            let records = (0..<8).map { number in
                var record = TransitionRecord(
                    time: 0,
                    decidedTime: Int64(number),
                    latitude: 0,
                    longitude: 0,
                    device: slot,
                    fence: UInt32(random.next() % 4),
                    kind: random.next() % 2 == 0 ? .enter : .exit,
                    cause: .movement
                )
                record.isMuted = random.next() % 3 == 0
                return record
            }
            let all = try drained(records, limit: 100, room: 100, registry).filter { !$0.isMuted }
            let visible = try drained(records.filter { !$0.isMuted }, limit: 100, room: 100, registry)
            #expect(all.map(\.decidedTime) == visible.map(\.decidedTime), "seed 10, \(records)")
        }
    }

    @Test
    func `at one time a device's transitions are in decision order, but EXIT precedes ENTER of other geofences`()
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
        let drained = try drained(decided, limit: 10, room: 10, registry).map { "\($0.kind.rawValue) \($0.fence)" }
        #expect(drained == ["ENTER 1", "EXIT 1", "EXIT 3", "ENTER 2", "ENTER 1", "ENTER 4"])
    }
}
