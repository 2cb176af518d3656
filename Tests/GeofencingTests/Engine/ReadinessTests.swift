import Testing

@testable import Geofencing

/// What is made when it is first asked for must not keep a fix waiting where it can be made before.
@Suite struct ReadinessTests {
    private func center(_ number: Int) -> Coordinate {
        Coordinate(latitude: 52 + Double(number % 10) * 0.01, longitude: 13 + Double(number / 10) * 0.01)
    }

    private func fence(_ number: Int) -> Geofence {
        Geofence(Geofence.ID("fence-\(number)"), .circle(center: center(number), radius: .meters(300)))
    }

    private func engine(_ rules: EventRules, count: Int) throws -> GeofenceEngine {
        var limits = DeltaLimits()
        (limits.fresh, limits.merge) = (4, 16)
        return try GeofenceEngine(checked: (0..<count).map(fence), rules: rules, deltaLimits: limits)
    }

    @Test func `indexes built before a merge are ready after it`() throws {
        let engine = try engine(EventRules(), count: 20)
        #expect(!engine.snapshot.base.contents.isReadyToMeasure)
        let inside = Fix(device: "bus", time: Timestamp(unixMilliseconds: 1_767_225_600_000), coordinate: center(3))
        _ = engine.process([inside])
        _ = try engine.nearestGeofences(to: inside.coordinate, count: 1)
        let before = engine.snapshot.base.contents
        #expect(before.isReadyToMeasure && before.isReadyForNearest)
        for number in 20..<60 { try engine.upsert(fence(number)) }
        engine.waitForMerge()
        let after = engine.snapshot.base.contents
        #expect(after !== before)
        #expect(after.isReadyToMeasure && after.isReadyForNearest)
    }

    @Test func `a merge does not build indexes that were never needed`() throws {
        let engine = try engine(EventRules(policy: .raw), count: 20)
        let before = engine.snapshot.base.contents
        for number in 20..<60 { try engine.upsert(fence(number)) }
        engine.waitForMerge()
        let after = engine.snapshot.base.contents
        #expect(after !== before)
        #expect(!after.isReadyToMeasure && !after.isReadyForNearest)
    }
}
