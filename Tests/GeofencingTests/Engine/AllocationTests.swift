import CAllocationCounter
import Foundation
import Testing

@testable import Geofencing

/// What evaluating and timing take from the heap once everything has its size.
@Suite struct AllocationTests {
    /// Debug builds box what optimized ones keep in registers, so only the latter are held to it.
    private static var isOptimized: Bool {
        var isDebug = false
        assert({ isDebug = true }() == ())
        return !isDebug
    }

    @Test(
        .enabled(if: allocation_counter_works() && isOptimized, "needs glibc's allocator and a release build"),
        arguments: [TransitionPolicy.raw, .balanced(), .probability()]
    )
    func `a hundred thousand coherent fixes allocate nothing after warm-up`(_ policy: TransitionPolicy) throws {
        let scenario = MetroScenario(seed: 7, geofences: 1000)
        let engine = try GeofenceEngine(Array(scenario.geofences), policy: policy, engine: .cells)
        let slots = (0..<500).map { engine.registry.slot(for: DeviceID("car-\($0)")) }
        var walk = Self.roundTrips(devices: slots.count, fixes: 100_000, seed: 7)
        for index in walk.indices { walk[index].device = slots[Int(walk[index].device)] }
        var picks = ShardPicks()
        var records: [TransitionRecord] = []
        var rejected: [RejectedPick] = []
        func evaluate(pass: Int) {
            var fixes = walk
            for index in fixes.indices { fixes[index].time += Int64(pass) * 1_000_000_000 }
            let before = allocation_counter_count()
            records.removeAll(keepingCapacity: true)
            for start in stride(from: 0, to: fixes.count, by: 8192) {
                let batch = fixes.span.extracting(start..<min(start + 8192, fixes.count))
                picks.sort(batch)
                for shard in 0..<DeviceRegistry.shardCount {
                    let positions = picks.positions(of: shard)
                    engine.evaluate(batch, picks: positions.span, shard: shard, records: &records, rejected: &rejected)
                }
            }
            taken = allocation_counter_count() - before
        }
        var taken = 0
        // The first passes give every array its size: the devices go the same way each time.
        evaluate(pass: 0)
        #expect(taken > 0, "the counter counts")
        for pass in 1..<4 { evaluate(pass: pass) }
        #expect(engine.counts.used == 400_000)
        #expect(records.count { $0.kind == .enter } > 100)
        #expect(records.count { $0.kind == .exit } > 100)
        #expect(taken == 0)
    }

    @Test(.enabled(if: allocation_counter_works() && isOptimized, "needs glibc's allocator and a release build"))
    func `processing a single fix allocates only the transitions it returns`() throws {
        let scenario = MetroScenario(seed: 7, geofences: 10_000)
        let engine = try GeofenceEngine(Array(scenario.geofences), policy: .raw, engine: .cells)
        // The first names are kept within a String, the others are too long for it.
        let names = (0..<200).map { DeviceID($0 < 10 ? "car-\($0)" : "car-with-a-long-name-\($0)") }
        var fixes = Self.walk(devices: names.count, fixes: 10_000, seed: 7).map { fix in
            let time = Timestamp(unixMilliseconds: fix.time)
            return Fix(device: names[Int(fix.device)], time: time, coordinate: fix.coordinate)
        }
        var (taken, returned) = (0, 0)
        // The first pass gives every array its size: the devices go the same way each time.
        for _ in 0..<2 {
            (taken, returned) = (0, 0)
            for index in fixes.indices {
                let before = allocation_counter_count()
                let transitions = engine.process(fixes[index])
                taken += allocation_counter_count() - before
                returned += transitions.isEmpty ? 0 : 1
                fixes[index].time = Timestamp(unixMilliseconds: fixes[index].time.unixMilliseconds + 1_000_000)
            }
        }
        #expect(engine.counts.used == 20_000)
        #expect(returned > 0)
        #expect(taken == returned)
    }

    @Test(.enabled(if: allocation_counter_works(), "needs glibc's allocator"))
    func `recording latencies of any length allocates nothing after the first`() {
        var histogram = LatencyHistogram()
        // The same call as below: the runtime takes memory for the first use of a generic operator now and then.
        histogram.record(.nanoseconds(1), sharedBy: 3, times: 2)
        let before = allocation_counter_count()
        for power in 0..<60 { histogram.record(.nanoseconds(Int64(1) << power), sharedBy: 3, times: 2) }
        let taken = allocation_counter_count() - before
        #expect(taken == 0)
    }

    /// Devices that go a kilometer and come back, all in turn, each with a fix every five seconds.
    private static func roundTrips(devices: Int, fixes: Int, seed: UInt64) -> [CompactFix] {
        var generator = SplitMix64(seed: seed)
        let starts = Self.starts(devices, &generator)
        let directions = (0..<devices).map { _ in generator.uniform(0...(2 * .pi)) }
        let steps = fixes / devices
        return (0..<fixes).map { number in
            let (step, device) = number.quotientAndRemainder(dividingBy: devices)
            let way = Double(min(step, steps - step)) * 1e-4
            return CompactFix(
                latitude: starts[device].latitude + way * sin(directions[device]),
                longitude: starts[device].longitude + way * cos(directions[device]),
                time: 1_767_225_600_000 + Int64(number) * 5000 / Int64(devices),
                horizontalAccuracy: 5,
                device: UInt32(device)
            )
        }
    }

    /// Devices that move a few meters from fix to fix, all in turn.
    private static func walk(devices: Int, fixes: Int, seed: UInt64) -> [CompactFix] {
        var generator = SplitMix64(seed: seed)
        var places = starts(devices, &generator)
        return (0..<fixes).map { number in
            let device = number % devices
            places[device].latitude += generator.uniform(-2e-5...2e-5)
            places[device].longitude += generator.uniform(-2e-5...2e-5)
            return CompactFix(
                latitude: places[device].latitude,
                longitude: places[device].longitude,
                time: Int64(number),
                device: UInt32(device)
            )
        }
    }

    private static func starts(_ devices: Int, _ generator: inout SplitMix64) -> [Coordinate] {
        (0..<devices).map { _ in
            Coordinate(
                latitude: generator.uniform(MetroScenario.area.minY...MetroScenario.area.maxY),
                longitude: generator.uniform(MetroScenario.area.minX...MetroScenario.area.maxX)
            )
        }
    }
}
