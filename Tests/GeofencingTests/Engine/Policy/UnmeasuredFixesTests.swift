import Testing

@testable import Geofencing

@Suite struct UnmeasuredFixesTests {
    /// One device and one geofence, as the policy's plain rules have it: every distance is measured.
    private struct Known {
        var isInside = false
        var evidence = PolicyEvidence()
    }

    /// What an engine decides that measures as little as it can.
    private struct Decided: Hashable {
        var device: DeviceID
        var fence: Geofence.ID
        var kind: Transition.Kind
        var time: Int64
    }

    /// The standard thresholds, and such with which other fixes count.
    private static let policies: [TransitionPolicy] = {
        var early = BalancedPolicy()
        (early.exitFixes, early.exitSpan, early.farDistance) = (3, .seconds(8), .meters(60))
        var late = BalancedPolicy()
        (late.exitFixes, late.exitSpan, late.farDistance) = (12, .seconds(60), .meters(2000))
        late.exitAfter = .seconds(90)
        var near = BalancedPolicy()
        near.farDistance = .meters(0)
        return [.balanced(), .balanced(early), .balanced(late), .balanced(near), .probability()]
    }()

    @Test(arguments: policies) func `fixes with deferred distances decide as if measured at once`(
        policy: TransitionPolicy
    ) throws {
        let scenario = MetroScenario(seed: 47, geofences: 2000, devices: 40, fixes: 20_000)
        let fences = Array(scenario.geofences)
        let engine = try GeofenceEngine(checked: fences, rules: EventRules(policy: policy))
        var measure = FenceMeasure(engine.snapshot)
        var known: [UInt32: [UInt32: Known]] = [:]
        var (expected, found): (Set<Decided>, Set<Decided>) = ([], [])
        var random = SplitMix64(seed: 48)
        for compact in scenario.fixes {
            var compact = compact
            // Accuracies that change the band from fix to fix, and an unknown one now and then.
            compact.horizontalAccuracy = [Float.nan, 3, 5, 8, 20, 60].randomElement(using: &random) ?? 5
            let device = MetroScenario.deviceID(Int(compact.device))
            let fix = Fix(
                device: device,
                time: Timestamp(unixMilliseconds: compact.time),
                coordinate: compact.coordinate,
                horizontalAccuracy: compact.horizontalAccuracy > 0 ? .meters(Double(compact.horizontalAccuracy)) : nil,
                sequence: compact.sequence
            )
            for transition in engine.process(fix) {
                found.insert(
                    Decided(
                        device: device,
                        fence: transition.geofence,
                        kind: transition.kind,
                        time: transition.decidedTime.unixMilliseconds
                    )
                )
            }
            let covering = Set(
                try engine.geofences(covering: fix.coordinate).compactMap { engine.snapshot.handle(of: $0) }
            )
            for fence in covering.union(known[compact.device, default: [:]].keys) {
                var state = known[compact.device]?[fence] ?? Known()
                let isCovered = covering.contains(fence)
                if state.isInside == isCovered {
                    state.evidence = PolicyEvidence()
                } else {
                    let seen = PolicyMeasure(
                        time: compact.time,
                        accuracy: Double(compact.horizontalAccuracy),
                        distance: measure.distance(from: fix.coordinate, to: fence, isCovered: isCovered),
                        isCovered: isCovered,
                        scale: measure.scale(fence)
                    )
                    let decision = policy.decide(isInside: state.isInside, state.evidence, seen)
                    state.evidence = decision.isChange ? PolicyEvidence() : decision.evidence
                    if decision.isChange {
                        state.isInside.toggle()
                        expected.insert(
                            Decided(
                                device: device,
                                fence: try #require(engine.snapshot.id(fence)),
                                kind: isCovered ? .enter : .exit,
                                time: compact.time
                            )
                        )
                    }
                }
                known[compact.device, default: [:]][fence] = state
            }
        }
        #expect(expected.symmetricDifference(found).isEmpty)
        let exits = expected.count { $0.kind == .exit }
        #expect(exits > 50, "\(exits)")
    }
}
