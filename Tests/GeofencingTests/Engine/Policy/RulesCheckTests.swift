import Geofencing
import TestSupport
import Testing

/// Values beyond their ranges, given in code.
@Suite struct RulesCheckTests {
    private static func balanced(_ change: (inout BalancedPolicy) -> Void) -> TransitionPolicy {
        var policy = BalancedPolicy()
        change(&policy)
        return .balanced(policy)
    }

    private static func probability(_ change: (inout ProbabilityPolicy) -> Void) -> TransitionPolicy {
        var policy = ProbabilityPolicy()
        change(&policy)
        return .probability(policy)
    }

    private static func rules(_ change: (inout EventRules) -> Void) -> EventRules {
        var rules = EventRules()
        change(&rules)
        return rules
    }

    private static let policies: [(TransitionPolicy, String)] = [
        (balanced { $0.exitFixes = 0 }, "policy.exitFixes is 0, which is not in 1...1000"),
        (balanced { $0.exitBuffer = .meters(-1) }, "policy.exitBuffer is -1 m, which is not in 0...1000000 m"),
        (balanced { $0.farDistance = .meters(.nan) }, "policy.farDistance is nan"),
        (balanced { $0.accuracyFactor = .infinity }, "policy.accuracyFactor is inf"),
        (balanced { $0.exitSpan = .seconds(-1) }, "policy.exitSpan is -1 s"),
        (balanced { $0.unknownAccuracy = .meters(0) }, "policy.unknownAccuracy is 0 m"),
        (probability { $0.enter = 0.4 }, "policy.enter is 0.4"), (probability { $0.exit = .nan }, "policy.exit is nan"),
        (probability { $0.unknownAccuracy = .meters(0) }, "policy.unknownAccuracy is 0 m"),
    ]

    private static let circle = Geofence.Region.circle(
        center: Coordinate(latitude: 48, longitude: 11),
        radius: .meters(100)
    )

    @Test(arguments: policies)
    func `an engine refuses a policy threshold out of range`(policy: TransitionPolicy, text: String) throws {
        let error = #expect(throws: GeofenceError.self) { try GeofenceEngine([], rules: EventRules(policy: policy)) }
        #expect(error?.code == .invalidRules)
        #expect(error?.message.hasPrefix(text) == true)
    }

    @Test(arguments: policies)
    func `a geofence's policy out of range is refused by name`(policy: TransitionPolicy, text: String) throws {
        let geofence = Geofence("depot", Self.circle, policy: policy)
        let error = #expect(throws: GeofenceError.self) { try GeofenceEngine([geofence]) }
        #expect(error?.code == .invalidRules)
        #expect(error?.location?.geofence == "depot")
        let plain = Geofence("depot", Self.circle)
        let engine = try GeofenceEngine([plain])
        #expect(failure { try engine.upsert(geofence) }?.code == .invalidRules)
        #expect(engine.geofence("depot") == plain)
    }

    @Test(arguments: [
        (rules { $0.dwell = .zero }, "dwell"), (rules { $0.staleAfter = .seconds(-5) }, "staleAfter"),
        (rules { $0.limits.maximumMetersPerSecond = 0 }, "limits.maximumMetersPerSecond"),
        (rules { $0.limits.maximumMetersPerSecond = .nan }, "limits.maximumMetersPerSecond"),
        (rules { $0.passThrough = PassThrough(maximumMetersPerSecond: 0) }, "passThrough.maximumMetersPerSecond"),
        (
            rules { $0.passThrough = PassThrough(maximumMetersPerSecond: .infinity) },
            "passThrough.maximumMetersPerSecond"
        ),
        (rules { $0.maximumSegmentGap = .zero }, "maximumSegmentGap"),
        (rules { $0.maximumSegmentGap = .seconds(Int64.max) }, "maximumSegmentGap"),
        (rules { $0.limits.maximumAccuracy = .meters(-1) }, "limits.maximumAccuracy"),
    ])
    func `rules other than the policy are range-checked`(rules: EventRules, name: String) throws {
        let error = #expect(throws: GeofenceError.self) { try GeofenceEngine([], rules: rules) }
        #expect(error?.code == .invalidRules)
        #expect(error?.message.contains(name) == true)
    }

    @Test func `an earliest time after the latest time is refused, an equal one is not`() throws {
        let latest = Timestamp(unixMilliseconds: 1_767_225_600_000)
        var rules = EventRules()
        rules.limits.latest = latest
        rules.limits.earliest = Timestamp(unixMilliseconds: latest.unixMilliseconds + 1)
        let error = #expect(throws: GeofenceError.self) { try GeofenceEngine([], rules: rules) }
        #expect(error?.code == .invalidRules)
        #expect(
            error?.message
                == "limits.earliest is 2026-01-01T00:00:00.001Z, which is after limits.latest, 2026-01-01T00:00:00.000Z"
        )
        rules.limits.earliest = latest
        let engine = try GeofenceEngine([], rules: rules)
        _ = engine.process(Fix(device: "van", time: latest, coordinate: Coordinate(latitude: 48, longitude: 11)))
        #expect(engine.counts.used == 1)
    }

    @Test func `a geofence's own dwell is checked, and the ends of every range are accepted`() throws {
        let short = Geofence("depot", Self.circle, dwell: .zero)
        #expect(failure { try GeofenceEngine([short]) }?.code == .invalidRules)
        let policy = Self.balanced {
            $0.exitFixes = 1
            $0.exitBuffer = .meters(0)
            $0.farDistance = .meters(1e6)
            $0.exitSpan = .zero
            $0.unknownAccuracy = .meters(0.001)
        }
        var rules = EventRules(policy: policy, dwell: .milliseconds(1), staleAfter: .seconds(1_000_000_000))
        rules.limits.maximumMetersPerSecond = .infinity
        rules.limits.maximumAccuracy = .meters(0)
        rules.maximumSegmentGap = .milliseconds(1)
        _ = try GeofenceEngine([Geofence("depot", Self.circle, policy: policy)], rules: rules)
    }
}
