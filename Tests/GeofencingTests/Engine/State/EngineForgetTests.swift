import TestSupport
import Testing

@testable import Geofencing

/// An engine that is told to forget single devices.
@Suite struct EngineForgetTests {
    private let place = Coordinate(latitude: 52.5, longitude: 13.4)

    private func fix(_ seconds: Int64, of device: DeviceID = "dog", north meters: Double = 0) -> Fix {
        Fix(
            device: device,
            time: Timestamp(unixMilliseconds: seconds * 1000),
            coordinate: Geodesic.direct(from: place, azimuth: 0, distance: meters)
        )
    }

    @Test(arguments: EngineStateTests.rules, TestEffort.seeds(31, 32))
    func `a forgotten device is new, and others continue`(rules: EventRules, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixes = try EngineStateTests.fixes(seed: seed)
        let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
        // One engine for each device, and another one once it has been forgotten.
        var fresh: [DeviceID: GeofenceEngine] = [:]
        for (number, fix) in fixes.enumerated() {
            let expected = try fresh[fix.device] ?? engine.withoutDevices()
            fresh[fix.device] = expected
            #expect(engine.process(fix) == expected.process(fix), "seed \(seed), fix \(number)")
            guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
            engine.forget(fix.device)
            fresh[fix.device] = nil
            #expect(engine.state(of: fix.device) == nil)
        }
        #expect(engine.counts.read == fixes.count)
        #expect(engine.devices == Set(fixes.map(\.device)).sorted())
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced()])
    func `forgetting reports nothing, and the next fix enters again, even an older one`(
        policy: TransitionPolicy
    ) throws {
        let engine = try GeofenceEngine(
            [Geofence("home", .circle(center: place, radius: .meters(100)))],
            policy: policy
        )
        for device in ["dog", "cat"] as [DeviceID] { _ = engine.process(fix(2_000_000_000, of: device)) }
        engine.forget("dog")
        engine.forget("cow")
        #expect(engine.presence(of: "dog", in: "home") == .unknown)
        #expect(engine.lastFix(of: "dog") == nil)
        #expect(engine.geofences(containing: "dog").isEmpty)
        #expect(engine.devices(in: "home") == ["cat"])
        #expect(engine.devices == ["cat", "dog"])
        #expect(engine.state().devices == ["cat"])
        // An edit cannot end a visit that is not known.
        #expect(try engine.remove("home").map(\.device) == ["cat"])
        try engine.upsert(Geofence("home", .circle(center: place, radius: .meters(100))))
        let again = engine.process(fix(1_900_000_000, north: 10))
        #expect(again.map(\.kind) == [.enter] && again.first?.cause == .initial)
        #expect(again.first?.time == fix(1_900_000_000).time)
    }

    @Test func `a forgotten device may repeat its last fixes, and its visits are numbered anew`() throws {
        let engine = try GeofenceEngine(
            [Geofence("home", .circle(center: place, radius: .meters(100)))],
            policy: .raw
        )
        // All at one time, and known apart by their positions alone.
        let fixes = [200.0, 10, 300].map { fix(2_000_000_000, north: $0) }
        let transitions = engine.process(fixes)
        #expect(transitions.map(\.kind) == [.enter, .exit])
        engine.forget("dog")
        #expect(engine.process(fixes) == transitions)
    }

    @Test func `a ledger forgets the visits of a forgotten device`() throws {
        let engine = try GeofenceEngine([Geofence("home", .circle(center: place, radius: .meters(100)))])
        var ledger = VisitLedger()
        for device in ["dog", "cat"] as [DeviceID] {
            #expect(ledger.add(engine.process(fix(2_000_000_000, of: device))).isEmpty)
        }
        engine.forget("dog")
        ledger.removeAll { $0.device == "dog" }
        #expect(ledger.add(engine.process(fix(2_000_000_060))).isEmpty)
        #expect(ledger.openVisits.map(\.device) == ["cat", "dog"])
        #expect(ledger.openVisits.last?.enter.time == fix(2_000_000_060).time)
    }
}
