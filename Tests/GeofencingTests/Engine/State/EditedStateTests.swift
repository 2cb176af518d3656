import TestSupport
import Testing

@testable import Geofencing

/// Geofences with rules of their own that come and go under an engine in which geometry alone decides otherwise.
@Suite struct EditedStateTests {
    static let rules = [
        EventRules(policy: .raw), EventRules(policy: .raw, order: .input),
        EventRules(policy: .raw, passThrough: PassThrough()), EventRules(policy: .balanced()),
    ]

    func engine(_ fences: [Geofence], _ rules: EventRules = EventRules(policy: .raw)) throws -> GeofenceEngine {
        // Layers come about soon, and keep what was removed of them.
        var limits = DeltaLimits()
        (limits.fresh, limits.merge) = (2, nil)
        return try GeofenceEngine(checked: fences, rules: rules, deltaLimits: limits)
    }

    /// A change of one of some geofences: gone, back, elsewhere, or with other rules of its own.
    func change(_ random: inout SplitMix64, _ present: [Geofence.ID: Geofence]) -> GeofenceChange {
        let fences = PolicyEvaluationTests.fences
        var fence = fences[Int.random(in: 0..<fences.count, using: &random)]
        let known = present[fence.id]
        // More often gone than there, so that at times none with rules of its own is left.
        if known != nil, Int.random(in: 0..<3, using: &random) > 0 { return .remove(fence.id) }
        fence = known ?? fence
        switch Int.random(in: 0..<8, using: &random) {
        case 0: fence.policy = .balanced()
        case 1: fence.dwell = .seconds(60)
        case 2: fence.region = PolicyEvaluationTests.fences[Int.random(in: 0..<fences.count, using: &random)].region
        case 3: fence.isActive.toggle()
        default: (fence.policy, fence.dwell) = (nil, nil)
        }
        return .upsert(fence)
    }

    @Test(arguments: rules, [1, 2, 3, 4, 5, 6] as [UInt64])
    func `a run restored at any point between edits has the same transitions`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var present: [Geofence.ID: Geofence] = [:]
        let uncut = try engine([], rules)
        var cut = try engine([], rules)
        var (followed, unfollowed) = (0, 0)
        var rest = try EngineStateTests.fixes(seed: seed)[...]
        while !rest.isEmpty {
            let change = change(&random, present)
            switch change {
            case .remove(let id): present[id] = nil
            case .upsert(let fence): present[fence.id] = fence
            }
            #expect(try cut.apply([change]) == uncut.apply([change]), "seed \(seed)")
            if Bool.random(using: &random) { cut = try copy(cut, present, rules) }
            let fixes = rest.prefix(Int.random(in: 0..<20, using: &random))
            rest = rest.dropFirst(fixes.count)
            let events = uncut.process(fixes)
            #expect(cut.process(fixes) == events, "seed \(seed), \(rest.count) fixes before the end")
            #expect(known(cut) == known(uncut), "seed \(seed), \(rest.count) fixes before the end")
            let hasOwnRules = present.values.contains { $0.isActive && ($0.policy != nil || $0.dwell != nil) }
            let isFollowed = hasOwnRules || !rules.isGeometric
            #expect(events.allSatisfy { ($0.visitStart != nil) == isFollowed }, "seed \(seed)")
            if isFollowed { followed += events.count } else { unfollowed += events.count }
            if Bool.random(using: &random) { cut = try copy(cut, present, rules) }
        }
        #expect(followed > 0 && (unfollowed > 0 || !rules.isGeometric))
    }

    /// What an engine knows, but for how far from a boundary it has found a device to be, which it may find anew.
    private func known(_ engine: GeofenceEngine) -> [UInt8] {
        let state = engine.state()
        var devices = state.savedDevices
        for device in devices.indices {
            for position in devices[device].track.pending.indices {
                devices[device].track.pending[position].clearance = Clearance()
            }
        }
        return EngineState(
            rules: state.rules,
            geofences: state.geofences,
            isWhole: state.isWhole,
            digest: state.digest,
            devices: devices
        ).encoded
    }

    /// An engine of the geofences that are there, with the state of another.
    private func copy(
        _ other: GeofenceEngine,
        _ present: [Geofence.ID: Geofence],
        _ rules: EventRules
    ) throws -> GeofenceEngine {
        let copy = try engine(Array(present.values), rules)
        #expect(try copy.restore(EngineState(decoding: other.state().encoded)).isEmpty)
        return copy
    }

    @Test func `removing the last geofence with its own rules still reports its visit's start`() throws {
        var own = RebaseTests.circle("own", 100)
        own.dwell = .seconds(3600)
        let engine = try engine([own, RebaseTests.circle("plain", 100)])
        #expect(engine.process(RebaseTests.fix(0)).map { $0.visitStart != nil } == [true, true])
        #expect(try engine.remove("own").map(\.visitStart) == [.second(0)])
        #expect(engine.isGeometric)
        #expect(engine.process(RebaseTests.fix(1, 500)).map(\.visitStart) == [nil])
    }

    @Test func `an undecided EXIT is decided by the next fix after the last own policy is removed`() throws {
        var own = RebaseTests.circle("own", 100)
        own.policy = .balanced()
        let engine = try engine([own])
        // In the band.
        _ = engine.process([RebaseTests.fix(0), RebaseTests.fix(10, 103)])
        own.policy = nil
        #expect(try engine.upsert(own).isEmpty)
        #expect(RebaseTests.short(engine.process([RebaseTests.fix(20, 103)])) == ["EXIT dog own movement"])
    }

    @Test(arguments: [false, true])
    func `an EXIT left undecided by other rules is decided by the policy that comes back`(isRebased: Bool) throws {
        let plain = RebaseTests.circle("own", 100)
        var own = plain
        own.policy = .balanced()
        var engine = try engine([own])
        _ = engine.process([RebaseTests.fix(0), RebaseTests.fix(10, 330)])
        #expect(try engine.upsert(plain).isEmpty)
        if isRebased {
            let raw = engine
            engine = try self.engine([own])
            #expect(try engine.restore(raw.state(), rebasing: true).isEmpty)
        } else {
            #expect(try engine.upsert(own).isEmpty)
        }
        // Beyond the band, where the device stays, and not far enough out for a single fix.
        let exits = engine.process((2...6).map { RebaseTests.fix($0 * 10, 331) })
        #expect(exits.map(\.kind) == [.exit])
        #expect(exits.map(\.time) == [.second(10)])
        #expect(exits.map(\.decidedTime) == [.second(60)])
    }

    @Test func `removing a geofence ends a visit entered under other rules, even after a restart`() throws {
        let home = RebaseTests.circle("home", 100)
        let balanced = try engine([home], EventRules(policy: .balanced()))
        _ = balanced.process([RebaseTests.fix(0), RebaseTests.fix(10, 160)])
        let raw = try engine([home])
        try raw.restore(balanced.state(), rebasing: true)
        var far = Geofence("far", .circle(center: Coordinate(latitude: 1, longitude: 1), radius: .meters(5)))
        far.dwell = .seconds(60)
        #expect(try raw.upsert(far).isEmpty)
        let again = try engine([home, far])
        try again.restore(raw.state())
        #expect(RebaseTests.short(try again.remove("home")) == ["EXIT dog home fence_removed"])
        #expect(try raw.remove("home").count == 1)
    }

    @Test(arguments: [false, true])
    func `a fix counts for a departure by the policy of its time, wherever the run is cut`(isCut: Bool) throws {
        let home = RebaseTests.circle("home", 100)
        let rules = EventRules(policy: .balanced())
        var engine = try engine([home], rules)
        // 20 m outside, beyond the band of 17.5 m.
        _ = engine.process([RebaseTests.fix(0, 90), RebaseTests.fix(10, 120)])
        if isCut { engine = try copy(engine, [home.id: home], rules) }
        var wide = home
        wide.policy = .balanced(BalancedPolicy(exitBuffer: .meters(50)))
        #expect(try engine.upsert(wide).isEmpty)
        #expect(RebaseTests.short(engine.process([RebaseTests.fix(200, 200)])) == ["EXIT dog home movement"])
    }
}
