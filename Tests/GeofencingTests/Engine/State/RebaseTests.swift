import TestSupport
import Testing

@testable import Geofencing

/// States that are put back among other geofences and rules.
@Suite struct RebaseTests {
    static let place = Coordinate(latitude: 52.52, longitude: 13.405)

    static func circle(_ id: Geofence.ID, _ radius: Double, at center: Coordinate = place) -> Geofence {
        Geofence(id, .circle(center: center, radius: .meters(radius)))
    }

    static let fences = [circle("gone", 100), circle("same", 100), circle("shrunk", 100), circle("grown", 100)]

    static func fix(_ second: Int64, _ meters: Double = 0, device: DeviceID = "dog") -> Fix {
        Fix(
            device: device,
            time: .second(second),
            coordinate: place.north(meters),
            horizontalAccuracy: .meters(5)
        )
    }

    static func short(_ transitions: [Transition]) -> [String] {
        transitions.map { "\($0.kind.rawValue) \($0.device) \($0.geofence) \($0.cause.rawValue)" }
    }

    @Test func `each rule has a mark, which each limit and threshold changes`() {
        let rules = EventRules()
        #expect(rules.marks.map(\.name) == Mirror(reflecting: rules).children.compactMap(\.label))
        let limits = Mirror(reflecting: FixLimits()).children.compactMap(\.label)
        #expect(limits.count == 7)
        let changes: [(inout EventRules) -> Void] = [
            { $0.limits.rejectsNullIsland.toggle() }, { $0.limits.rejectsConflicts.toggle() },
            { $0.limits.rejectsUnsetClocks.toggle() }, { $0.limits.maximumMetersPerSecond = 1 },
            { $0.limits.maximumAccuracy = .meters(1) }, { $0.limits.earliest = .second(0) },
            { $0.limits.latest = .second(0) }, { $0.policy = .raw }, { $0.policy = .probability() },
            { $0.dwell = .seconds(1) }, { $0.order = .input }, { $0.passThrough = PassThrough() },
            { $0.staleAfter = .seconds(1) }, { $0.maximumSegmentGap = .seconds(1) }, { $0.recordsMuted.toggle() },
            { $0.recordsEvidence.toggle() },
        ]
        var hashes: Set<[UInt64]> = [rules.marks.map(\.hash)]
        for change in changes {
            var changed = rules
            change(&changed)
            #expect(hashes.insert(changed.marks.map(\.hash)).inserted)
        }
        for threshold in TransitionPolicy.Threshold.allCases {
            for name in ["balanced", "probability"] {
                guard var policy = TransitionPolicy(name: name), let value = policy[threshold] else { continue }
                policy[threshold] = value * 0.5 + 1
                #expect(hashes.insert(EventRules(policy: policy).marks.map(\.hash)).inserted, "\(name) \(threshold)")
            }
        }
    }

    @Test func `a restored visit in a geofence the engine lacks ends, even without a rebase`() throws {
        let first = try GeofenceEngine([Self.circle("gone", 100), Self.circle("same", 100)], policy: .raw)
        _ = first.process([Self.fix(0)])
        let second = try GeofenceEngine([Self.circle("same", 100)], policy: .raw)
        let ended = try second.restore(first.state(), history: nil, rebasing: false)
        #expect(Self.short(ended) == ["EXIT dog gone fence_removed"])
        // The next one is not taken for it.
        #expect(Self.short(try second.upsert(Self.circle("new", 100))) == ["ENTER dog new fence_added"])
        #expect(Self.short(second.process([Self.fix(1, 500)])) == ["EXIT dog new movement", "EXIT dog same movement"])
    }

    @Test func `a rebase reports what it found even if another thread removes the geofence before it returns`() throws {
        let first = try GeofenceEngine(policy: .raw)
        _ = first.process([Self.fix(0)])
        let second = try GeofenceEngine([Self.circle("new", 100)], policy: .raw)
        let restoration = try second.restoreRecords(first.state(), rebasing: true)
        #expect(Self.short(try second.remove("new")) == ["EXIT dog new fence_removed"])
        #expect(Self.short(second.transitions(of: restoration)) == ["ENTER dog new fence_added"])
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced()])
    func `changed geofences are refused by name, and a rebase acts like live edits`(policy: TransitionPolicy) throws {
        let rules = EventRules(policy: policy)
        let first = try GeofenceEngine(Self.fences, rules: rules)
        _ = first.process([Self.fix(0, 50)])
        let state = try EngineState(decoding: first.state().encoded)
        let next = [
            Self.circle("same", 100), Self.circle("shrunk", 20), Self.circle("grown", 200), Self.circle("new", 300),
        ]
        let second = try GeofenceEngine(next, rules: rules)
        let refused = try #require(failure { try second.restore(state) })
        #expect(refused.code == .stateMismatch)
        for name in ["\"gone\"", "\"shrunk\"", "\"grown\"", "\"new\""] {
            #expect(refused.message.contains(name), "\(refused.message)")
        }
        #expect(!refused.message.contains("\"same\""))
        #expect(second.presence(of: "dog", in: "same") == .unknown)
        let events = try second.restore(state, rebasing: true)
        #expect(
            Self.short(events) == [
                "EXIT dog gone fence_removed", "EXIT dog shrunk fence_changed", "ENTER dog new fence_added",
            ]
        )
        #expect(events.allSatisfy { $0.time == .second(0) })
        // Live edits of the first engine come to the same.
        #expect(try first.replaceAll(with: next) == events)
        let rest = [Self.fix(60, 1000), Self.fix(70, 1000), Self.fix(80, 1000), Self.fix(300, 1000)]
        #expect(second.process(rest) == first.process(rest))
        #expect(second.state().encoded == first.state().encoded)
    }

    @Test func `a geofence with negative zero equals one with positive zero`() throws {
        func fences(_ zero: Double) throws -> [Geofence] {
            let corners = [(zero, zero), (1, zero), (1, 1), (zero, zero)].map {
                Coordinate(latitude: $0, longitude: $1)
            }
            return [
                Geofence("c", .circle(center: Coordinate(latitude: zero, longitude: zero), radius: .meters(50))),
                Geofence("p", .polygon(try Polygon(corners))),
            ]
        }
        let first = try GeofenceEngine(fences(0), rules: EventRules())
        _ = first.process([Self.fix(0)])
        let second = try GeofenceEngine(fences(-0.0), rules: EventRules())
        #expect(try second.restore(first.state()).isEmpty)
    }

    @Test func `a state fits geofences that were encoded and decoded, which may reverse their rings`() throws {
        let corners = [(13.4, 52.5), (13.4, 52.6), (13.5, 52.6), (13.5, 52.5)]
        let hole = [(13.44, 52.54), (13.45, 52.54), (13.45, 52.55)]
        let clockwise = try Polygon(corners: corners, holes: [hole])
        let east = try Polygon(corners: corners.map { ($0.0 + 1, $0.1) })
        let fences = [
            Geofence("one", .polygon(clockwise)), Geofence("two", .multiPolygon([clockwise, east])),
        ]
        let first = try GeofenceEngine(fences)
        _ = first.process([Self.fix(0)])
        let decoded = try fences.map { try Geofence(json: $0.json()) }
        #expect(decoded != fences)
        let second = try GeofenceEngine(decoded)
        #expect(try second.restore(first.state()).isEmpty)
        #expect(second.geofences(containing: "dog") == ["one", "two"])
        let moved = try GeofenceEngine([Geofence("one", .polygon(east)), decoded[1]])
        #expect(throws: GeofenceError.self) { try moved.restore(first.state()) }
    }

    @Test func `a rebase keeps undecided evidence of unchanged geofences`() throws {
        let first = try GeofenceEngine(Self.fences, rules: EventRules())
        _ = first.process([Self.fix(0), Self.fix(10, 200), Self.fix(20, 200), Self.fix(25, 200), Self.fix(30, 200)])
        let second = try GeofenceEngine([Self.circle("same", 100)], rules: EventRules())
        let closed = try second.restore(first.state(), rebasing: true)
        #expect(Self.short(closed).allSatisfy { $0.hasSuffix("fence_removed") })
        #expect(closed.count == 3)
        // The fifth fix outside, and not the first.
        #expect(Self.short(second.process(Self.fix(45, 200))) == ["EXIT dog same movement"])
    }

    @Test func `a rebase reports no transition for a geofence with new rules and the same region`() throws {
        let first = try GeofenceEngine(Self.fences, rules: EventRules())
        // One fix outside, in the band: undecided.
        _ = first.process([Self.fix(0), Self.fix(10, 103)])
        let state = first.state()
        var next = Self.fences
        next[1].dwell = .seconds(86_400)
        next[2].policy = .probability()
        next[3].notifyOnExit = false
        let second = try GeofenceEngine(next, rules: EventRules())
        let refused = try #require(failure { try second.restore(state) })
        for name in ["\"same\"", "\"shrunk\"", "\"grown\""] {
            #expect(refused.message.contains(name), "\(refused.message)")
        }
        #expect(try second.restore(state, rebasing: true).isEmpty)
        #expect(try first.replaceAll(with: next).isEmpty)
        let rest = [Self.fix(20), Self.fix(30, 1000), Self.fix(40, 1000)]
        let events = second.process(rest)
        #expect(events == first.process(rest))
        #expect(Self.short(events).count == 3)
    }

    @Test func `changed rules are refused by name`() throws {
        let first = try GeofenceEngine(Self.fences, rules: EventRules(policy: .raw))
        _ = first.process(Self.fix(0))
        let second = try GeofenceEngine(Self.fences, rules: EventRules(policy: .raw, dwell: .seconds(60)))
        let refused = try #require(failure { try second.restore(first.state()) })
        #expect(refused.message == "the state was made with other rules: dwell")
        #expect(try second.restore(first.state(), rebasing: true).isEmpty)
        // The visit goes on, and now has a DWELL.
        #expect(second.process(Self.fix(100)).count { $0.kind == .dwell } == 4)
        // Also where the geofences are known to be the same, as those of a resumed watch are.
        let third = try GeofenceEngine(Self.fences, rules: EventRules(policy: .raw, dwell: .seconds(60)))
        #expect(try third.restore(first.state(), history: nil, rebasing: true).isEmpty)
        #expect(third.process(Self.fix(100)).count { $0.kind == .dwell } == 4)
    }

    @Test func `rebasing one device reports its transitions in new geofences`() throws {
        let first = try GeofenceEngine([Self.circle("same", 100)], policy: .raw)
        _ = first.process(Self.fix(0))
        let state = try #require(first.state(of: "dog"))
        let second = try GeofenceEngine([Self.circle("same", 100), Self.circle("new", 100)], policy: .raw)
        // The state of one device names only geofences that it is in.
        let refused = try #require(failure { try second.restore(state) })
        #expect(refused.code == .stateMismatch)
        #expect(refused.message == "the state was made with other geofences: some that no device is in")
        #expect(Self.short(try second.restore(state, rebasing: true)) == ["ENTER dog new fence_added"])
    }

    @Test func `removing a geofence ends a visit whose EXIT is still undecided`() throws {
        let engine = try GeofenceEngine([Self.circle("gone", 100), Self.circle("same", 100)], policy: .balanced())
        _ = engine.process([Self.fix(0), Self.fix(10, 250)])
        #expect(Self.short(try engine.remove("gone")) == ["EXIT dog gone fence_removed"])
        #expect(engine.presence(of: "dog", in: "same") == .inside(since: .second(0)))
    }

    @Test func `a visit with its last fix outside ends when the geofence is removed or shrunk`() throws {
        let home = Self.circle("home", 100)
        let balanced = try GeofenceEngine([home], policy: .balanced())
        #expect(Self.short(balanced.process([Self.fix(0), Self.fix(10, 160)])) == ["ENTER dog home initial"])
        func raw() throws -> GeofenceEngine {
            let engine = try GeofenceEngine([home], policy: .raw)
            #expect(try engine.restore(balanced.state(), rebasing: true).isEmpty)
            return engine
        }
        let removed = try raw()
        #expect(Self.short(try removed.remove("home")) == ["EXIT dog home fence_removed"])
        #expect(removed.geofences(containing: "dog").isEmpty)
        #expect(Self.short(try raw().upsert(Self.circle("home", 50))) == ["EXIT dog home fence_changed"])
        // Also after another end.
        let again = try GeofenceEngine([home], policy: .raw)
        #expect(try again.restore(raw().state()).isEmpty)
        #expect(Self.short(try again.remove("home")) == ["EXIT dog home fence_removed"])
        // What leaves the geofence as it is decides nothing: the next fix does.
        let other = try raw()
        let near = Self.circle("near", 50, at: Self.place.north(160))
        #expect(Self.short(try other.upsert(near)) == ["ENTER dog near fence_added"])
        #expect(other.geofences(containing: "dog") == ["home", "near"])
        #expect(Self.short(other.process([Self.fix(20, 161)])) == ["EXIT dog home movement"])
    }
}
