import Dispatch
import Testing

@testable import Geofencing

@Suite struct MergeTests {
    /// A world of a few kilometers in which fences overlap and devices jump about.
    struct World {
        var random: SplitMix64
        private(set) var present: [Geofence.ID: Geofence] = [:]

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        mutating func place() -> Coordinate {
            Coordinate(latitude: random.uniform(52...52.05), longitude: random.uniform(13...13.08))
        }

        mutating func fence(_ id: Geofence.ID) -> Geofence {
            let middle = place()
            if random.next() % 2 == 0 {
                return Geofence(id, .circle(center: middle, radius: .meters(random.uniform(50...900))))
            }
            let ring = HardCases.ring(
                &random,
                center: Place(x: middle.longitude, y: middle.latitude),
                radius: random.uniform(0.001...0.01),
                corners: 3 + Int(random.next() % 30),
                inner: 0.6,
                decimals: 6
            )
            guard let polygon = try? Polygon(ring) else { return fence(id) }
            return Geofence(id, .polygon(polygon))
        }

        /// A few changes of different geofences.
        mutating func changes(names: Int) -> [GeofenceChange] {
            var touched: Set<Geofence.ID> = []
            var changes: [GeofenceChange] = []
            for _ in 0...(random.next() % 3) {
                let id = Geofence.ID("fence-\(Int.random(in: 0..<names, using: &random))")
                guard touched.insert(id).inserted else { continue }
                if present[id] != nil, random.next() % 2 == 0 {
                    present[id] = nil
                    changes.append(.remove(id))
                } else {
                    let made = fence(id)
                    guard (try? FenceValidator().check(made)) != nil else { continue }
                    present[id] = made
                    changes.append(.upsert(made))
                }
            }
            return changes
        }

        mutating func fixes(_ devices: [DeviceID], at time: Int) -> [Fix] {
            devices.map {
                Fix(device: $0, time: Timestamp(unixMilliseconds: Int64(time)), coordinate: place())
            }
        }
    }

    /// Who is in what, from transitions that must alternate and have causes that are possible.
    struct Inside {
        private(set) var pairs: Set<[String]> = []
        private(set) var faults = 0

        mutating func follow(_ transitions: [Transition]) {
            for transition in transitions {
                let pair = [transition.device.rawValue, transition.geofence.rawValue]
                let alternates =
                    transition.kind == .enter ? pairs.insert(pair).inserted : pairs.remove(pair) != nil
                let isOfEntersOnly = transition.cause == .initial || transition.cause == .geofenceAdded
                if !alternates || transition.kind == .exit && isOfEntersOnly { faults += 1 }
            }
        }
    }

    func engine(
        _ kind: EngineKind,
        fresh: Int,
        merge: Int?,
        _ policy: TransitionPolicy = .raw
    ) throws -> GeofenceEngine {
        var limits = DeltaLimits()
        (limits.fresh, limits.merge) = (fresh, merge)
        let rules = EventRules(policy: policy, limits: FixLimits())
        return try GeofenceEngine(checked: [], rules: rules, engine: kind, deltaLimits: limits)
    }

    @Test(arguments: [EngineKind.cells, .geos], [UInt64(1), 2])
    func `an engine edited across many merges answers like a newly built one`(kind: EngineKind, seed: UInt64) throws {
        var world = World(seed: seed)
        let engine = try engine(kind, fresh: 3, merge: 12)
        let devices = (0..<25).map { DeviceID("device-\($0)") }
        var last: [DeviceID: Coordinate] = [:]
        var inside = Inside()
        var mismatches = 0
        for step in 0..<120 {
            inside.follow(try engine.apply(world.changes(names: 60)))
            // Some stay where they are, so that their memos have to hold.
            let fixes = world.fixes(devices.filter { _ in world.random.next() % 2 == 0 }, at: step)
            for fix in fixes { last[fix.device] = fix.coordinate }
            inside.follow(engine.process(fixes))
            if step % 5 == 0 { engine.waitForMerge() }
            guard step % 4 == 0 else { continue }
            let anew = try GeofenceEngine(
                checked: Array(world.present.values),
                rules: EventRules(policy: .raw),
                engine: .geos
            )
            var expected: Set<[String]> = []
            for (device, place) in last {
                for id in try anew.geofences(covering: place) { expected.insert([device.rawValue, id.rawValue]) }
            }
            if inside.pairs != expected { mismatches += 1 }
            let probe = world.place()
            if try engine.geofences(covering: probe) != anew.geofences(covering: probe) { mismatches += 1 }
            let near = try engine.nearestGeofences(to: probe, count: 3).map(\.distance.meters)
            if try near != anew.nearestGeofences(to: probe, count: 3).map(\.distance.meters) { mismatches += 1 }
            if engine.geofenceCount != world.present.count { mismatches += 1 }
        }
        #expect(mismatches == 0, "seed \(seed)")
        #expect(inside.faults == 0, "seed \(seed)")
        #expect(engine.allGeofences == world.present.values.sorted { $0.id < $1.id }, "seed \(seed)")
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced(), .probability()])
    func `transitions are the same with and without merges`(policy: TransitionPolicy) throws {
        let engines = try [(2, 6), (16, 64)].map { try engine(.cells, fresh: $0, merge: $1, policy) }
        let still = try engine(.cells, fresh: .max, merge: nil, policy)
        let devices = (0..<30).map { DeviceID("device-\($0)") }
        var world = World(seed: 3)
        for step in 0..<150 {
            let changes = world.changes(names: 80)
            let fixes = world.fixes(devices, at: step * 60_000)
            let expected = try still.apply(changes) + still.process(fixes)
            for engine in engines {
                let transitions = try engine.apply(changes) + engine.process(fixes)
                #expect(transitions == expected, "seed 3, step \(step)")
                if step % 7 == 0 { engine.waitForMerge() }
            }
        }
        for device in devices {
            for id in world.present.keys {
                #expect(engines[0].presence(of: device, in: id) == still.presence(of: device, in: id), "seed 3")
            }
        }
    }

    @Test func `merges are safe while other threads process fixes and run queries`() throws {
        let engine = try engine(.cells, fresh: 4, merge: 32)
        // Bounded, since fewer may run side by side than there are.
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            var world = World(seed: 100 + UInt64(thread))
            do {
                guard thread > 0 else {
                    for _ in 0..<200 { _ = try engine.apply(world.changes(names: 200)) }
                    return
                }
                let devices = (0..<10).map { DeviceID("device-\(thread)-\($0)") }
                for step in 0..<400 {
                    _ = engine.process(world.fixes(devices, at: step))
                    _ = try engine.geofences(covering: world.place())
                    _ = try engine.nearestGeofences(to: world.place(), count: 2)
                }
            } catch {
                Issue.record(error)
            }
        }
        engine.waitForMerge()
        // What is left must be what an engine made anew says of the last fixes.
        let anew = try GeofenceEngine(engine.allGeofences, policy: .raw)
        var world = World(seed: 7)
        for _ in 0..<500 {
            let place = world.place()
            #expect(try engine.geofences(covering: place) == anew.geofences(covering: place))
        }
        let devices = (0..<10).map { DeviceID("device-1-\($0)") }
        let fixes = world.fixes(devices, at: 1_000_000)
        _ = engine.process(fixes)
        for fix in fixes {
            let ids = Set(try anew.geofences(covering: fix.coordinate))
            for id in anew.allGeofences.map(\.id) {
                let isInside = engine.presence(of: fix.device, in: id) != .outside
                #expect(isInside == ids.contains(id))
            }
        }
        #expect(engine.counts.used > 0)
    }

    @Test func `a geofence is found by identifier before and after merges`() throws {
        var world = World(seed: 5)
        let engine = try engine(.cells, fresh: 2, merge: 8)
        for step in 0..<100 {
            let fence = world.fence(Geofence.ID("fence-\(step * 37 % 100)"))
            guard (try? engine.upsert(fence)) != nil else { continue }
            #expect(engine.geofence(fence.id) == fence)
        }
        engine.waitForMerge()
        #expect(engine.geofenceCount > 40)
        for fence in engine.allGeofences { #expect(engine.geofence(fence.id) == fence) }
        let bulk = engine.allGeofences.map { GeofenceChange.remove($0.id) }
        try engine.apply(bulk)
        #expect(engine.geofenceCount == 0)
        #expect(try engine.nearestGeofences(to: world.place(), count: 1).isEmpty)
    }
}

extension GeofenceEngine {
    /// Waits until no merge is under way.
    func waitForMerge() { merging.wait() }
}
