import TestSupport
import Testing

@testable import Geofencing

/// An engine that goes over to a copy to forget devices.
@Suite struct EngineCopyTests {
    @Test(arguments: EngineStateTests.rules, TestEffort.seeds(11, 12))
    func `a copy continues with its chosen devices and treats others as new`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        let fixes = try EngineStateTests.fixes(seed: seed)
        let kept = Set(Set(fixes.map(\.device)).sorted().prefix(2))
        let (before, after) = (fixes[..<(fixes.count / 2)], fixes[(fixes.count / 2)...])
        let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
        _ = engine.process(before)
        let copy = try engine.copy { kept.contains($0) }
        #expect(Set(copy.devices) == kept)
        #expect(copy.counts.read == 0)
        let fresh = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
        for fix in after {
            let expected = kept.contains(fix.device) ? engine.process(fix) : fresh.process(fix)
            #expect(copy.process(fix) == expected, "seed \(seed)")
        }
    }

    @Test func `a copy's geofences, including edited ones, are independent of the original`() throws {
        let place = Coordinate(latitude: 52.5, longitude: 13.4)
        let circle = Geofence.Region.circle(center: place, radius: .meters(100))
        let engine = try GeofenceEngine([Geofence("a", circle)], policy: .raw)
        let fix = Fix(device: "dog", time: Timestamp(unixMilliseconds: 1000), coordinate: place)
        _ = engine.process(fix)
        try engine.upsert(Geofence("b", circle))
        let copy = try engine.copy { engine.lastFix(of: $0) == fix }
        #expect(copy.geofences(containing: "dog") == ["a", "b"])
        try copy.upsert(Geofence("c", circle))
        try copy.remove("a")
        try engine.upsert(Geofence("d", circle))
        #expect(copy.geofences(containing: "dog") == ["b", "c"])
        #expect(engine.geofences(containing: "dog") == ["a", "b", "d"])
    }
}
