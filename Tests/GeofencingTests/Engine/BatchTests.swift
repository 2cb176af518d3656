import TestSupport
import Testing

@testable import Geofencing

/// Fixes of a batch that certainly change nothing are passed over; nobody may notice.
@Suite struct BatchTests {
    private static let rules: [(name: String, rules: EventRules)] = [
        ("raw", EventRules(policy: .raw)),
        ("raw, order of the input", EventRules(policy: .raw, order: .input)),
        ("raw, passing through", EventRules(policy: .raw, passThrough: PassThrough())),
        ("raw, dwelling", EventRules(policy: .raw, dwell: .seconds(20))),
        ("balanced", EventRules()),
        ("balanced, order of the input", EventRules(order: .input)),
        ("balanced, gaps and dwelling", EventRules(dwell: .seconds(20), staleAfter: .seconds(4))),
        ("balanced, passing through", EventRules(passThrough: PassThrough())),
        ("probability", EventRules(policy: .probability(), limits: narrow)),
    ]

    /// None with thousands of corners, which take a debug build ten times as long and test nothing more.
    private static let geofences: [Geofence] = {
        let scenario = MetroScenario(seed: 7, geofences: 2000)
        return (0..<2000).filter { $0 % 10 != 9 }.map(scenario.geofence)
    }()

    private static var narrow: FixLimits {
        var limits = FixLimits.standard
        limits.maximumMetersPerSecond = 20
        limits.maximumAccuracy = .meters(30)
        limits.earliest = Timestamp(unixMilliseconds: MetroScenario.start.unixMilliseconds + 60_000)
        limits.latest = Timestamp(unixMilliseconds: MetroScenario.start.unixMilliseconds + 3_000_000)
        return limits
    }

    @Test(arguments: rules.indices, TestEffort.seeds(7, 8))
    func `a batch gives the same events and state as its fixes one by one`(number: Int, seed: UInt64) throws {
        let (name, rules) = Self.rules[number]
        let scenario = MetroScenario(seed: seed, geofences: 0, devices: 20, fixes: 20_000)
        let batched = try GeofenceEngine(checked: Self.geofences, rules: rules)
        let single = try GeofenceEngine(checked: Self.geofences, rules: rules)
        let alone = try GeofenceEngine(checked: Self.geofences, rules: rules)
        // It never says that a place is in the same geofences as the last one, so each fix goes the whole way.
        let thorough = try GeofenceEngine(checked: Self.geofences, rules: rules, engine: .geos)
        let fixes = Self.troubled(scenario, batched, single, alone, thorough)
        var together: [TransitionRecord] = []
        for batch in Self.batches(of: fixes) { batched.evaluateBatches(batch) { records, _ in together += records } }
        var (apart, unused): ([TransitionRecord], [RejectedPick]) = ([], [])
        for fix in fixes {
            single.evaluate(
                CollectionOfOne(fix).span,
                picks: CollectionOfOne<UInt32>(0).span,
                shard: DeviceRegistry.shard(of: fix.device),
                records: &apart,
                rejected: &unused
            )
        }
        // As `process` does, which asks for memory ahead.
        var (called, refused): ([TransitionRecord], [Rejection]) = ([], [])
        for fix in fixes {
            let reason = alone.shards.withLock(of: fix.device) { $0.evaluate(fix, records: &called) }
            if let reason { refused.append(reason) }
        }
        var whole: [TransitionRecord] = []
        for batch in Self.batches(of: fixes) { thorough.evaluateBatches(batch) { records, _ in whole += records } }
        func byDevice(_ records: [TransitionRecord]) -> [UInt32: [String]] {
            Dictionary(grouping: records, by: \.device).mapValues { $0.map { "\($0)" } }
        }
        #expect(byDevice(together) == byDevice(apart), "\(name), seed \(seed)")
        #expect(byDevice(whole) == byDevice(apart), "\(name), seed \(seed)")
        #expect(thorough.counts == single.counts, "\(name), seed \(seed)")
        #expect(batched.counts == single.counts, "\(name), seed \(seed)")
        #expect(batched.state().encoded == single.state().encoded, "\(name), seed \(seed)")
        #expect(called.map { "\($0)" } == apart.map { "\($0)" }, "\(name), seed \(seed)")
        #expect(refused == unused.map(\.reason), "\(name), seed \(seed)")
        #expect(alone.counts == single.counts, "\(name), seed \(seed)")
        #expect(alone.state().encoded == single.state().encoded, "\(name), seed \(seed)")
        #expect(!apart.isEmpty && !unused.isEmpty)
    }

    /// The fixes in portions that are no multiple of what is looked up together.
    private static func batches(of fixes: [CompactFix]) -> [[CompactFix]] {
        stride(from: 0, to: fixes.count, by: 3000).map { Array(fixes[$0..<min($0 + 3000, fixes.count)]) }
    }

    /// The scenario's fixes with all that can keep a fix from being used, or from being passed over.
    private static func troubled(_ scenario: MetroScenario, _ engines: GeofenceEngine...) -> [CompactFix] {
        var random = SplitMix64(seed: scenario.seed)
        for engine in engines {
            for device in 0..<scenario.deviceCount { _ = engine.registry.slot(for: MetroScenario.deviceID(device)) }
        }
        var last: [UInt32: CompactFix] = [:]
        var delay: [UInt32: Int64] = [:]
        return scenario.fixes.map { original in
            var fix = original
            fix.device = engines[0].registry.slot(for: MetroScenario.deviceID(Int(original.device)))
            fix.time += delay[fix.device, default: 0]
            switch random.next() % 64 {
            case 0: fix.time = last[fix.device]?.time ?? fix.time
            case 1: fix.time -= 20_000
            case 2: (fix.latitude, fix.longitude) = (0, 0)
            case 3: fix.latitude += 0.1
            case 4: fix.time = 315_964_800_000
            case 5: fix.time = 3_471_724_800_000
            case 6: fix = last[fix.device] ?? fix
            case 7: delay[fix.device, default: 0] += 5_000
            case 8: fix.horizontalAccuracy = 100
            case 9: fix.horizontalAccuracy = .nan
            case 10: fix.sequence = 1
            case 11: delay[fix.device, default: 0] -= 12_000
            default: break
            }
            last[fix.device] = fix
            return fix
        }
    }
}
