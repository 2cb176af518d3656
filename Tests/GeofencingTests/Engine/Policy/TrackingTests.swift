import TestSupport
import Testing

@testable import Geofencing

@Suite struct TrackingTests {
    let center = Coordinate(latitude: 52.5, longitude: 13.4)

    func at(_ second: Int64) -> Timestamp { .second(second) }

    /// A place so many meters north of the center.
    func north(_ meters: Double) -> Coordinate { center.north(meters) }

    func fix(_ second: Int64, _ meters: Double, accuracy: Double? = 10, device: DeviceID = "dog") -> Fix {
        Fix(
            device: device,
            time: at(second),
            coordinate: north(meters),
            horizontalAccuracy: accuracy.map { .meters($0) }
        )
    }

    func engine(_ rules: EventRules = EventRules(), own: TransitionPolicy? = nil) throws -> GeofenceEngine {
        let circle = Geofence.Region.circle(center: center, radius: .meters(100))
        return try GeofenceEngine([Geofence("home", circle, policy: own)], rules: rules)
    }

    /// Kind, second of the event, second of the decision.
    func short(_ transitions: [Transition]) -> [String] {
        transitions.map { transition in
            let times = [transition.time, transition.decidedTime].map {
                "\(($0.unixMilliseconds - at(0).unixMilliseconds) / 1000)"
            }
            return "\(transition.kind.rawValue) \(times.joined(separator: " ")) \(transition.cause)"
        }
    }

    @Test func `an EXIT is reported when confirmed, with the time of the crossing`() throws {
        let found = try engine().process([
            fix(0, 0), fix(10, 50), fix(20, 150), fix(30, 200), fix(40, 250), fix(50, 300), fix(60, 340),
        ])
        try #require(short(found) == ["ENTER 0 0 initial", "EXIT 14 60 movement"])
        #expect(found[1].interval == at(10)...at(20))
        #expect(found[1].visitID == found[0].id)
        #expect(found[1].coordinate == north(150))
    }

    @Test(arguments: [(1500.0, "ENTER b, EXIT a"), (2000.0, "EXIT a, ENTER b")])
    func `transitions decided by one fix are in order of crossing, even for overlapping geofences`(
        apart: Double,
        expected: String
    ) throws {
        // Two circles of 1000 m that overlap, or touch to a centimeter.
        let fences = [
            Geofence("a", .circle(center: north(0), radius: .meters(1000))),
            Geofence("b", .circle(center: north(apart), radius: .meters(1000))),
        ]
        let found = try GeofenceEngine(fences).process([fix(0, 0), fix(120, apart)])
        let order = found.dropFirst().map { "\($0.kind.rawValue) \($0.geofence)" }.joined(separator: ", ")
        #expect(order == expected)
    }

    @Test func `at one time EXIT comes before ENTER before DWELL, and within a kind the identifier decides`() throws {
        func circle(_ id: Geofence.ID, _ meters: Double, radius: Double, dwell: Duration? = nil) -> Geofence {
            Geofence(id, .circle(center: north(meters), radius: .meters(radius)), dwell: dwell)
        }
        let minute = Duration.seconds(60)
        let fences = [
            circle("a2", 0, radius: 100, dwell: minute), circle("a1", 0, radius: 100, dwell: minute),
            circle("b2", 500, radius: 430), circle("b10", 500, radius: 430), circle("c2", 0, radius: 50),
            circle("c1", 0, radius: 50),
        ]
        let engine = try GeofenceEngine([], policy: .raw)
        for fence in fences { try engine.upsert(fence) }
        let found = engine.process([fix(0, 0), fix(60, 80)])
        let order = found.map { "\($0.kind.rawValue) \($0.geofence)" }
        #expect(order.prefix(4) == ["ENTER a1", "ENTER a2", "ENTER c1", "ENTER c2"])
        #expect(order.dropFirst(4) == ["EXIT c1", "EXIT c2", "ENTER b10", "ENTER b2", "DWELL a1", "DWELL a2"])
    }

    @Test(arguments: [6.3, 16.1, 16.7, 50]) func `a fix with exactly the maximum accuracy is used`(limit: Double)
        throws
    {
        var rules = EventRules(policy: .raw)
        rules.limits.maximumAccuracy = .meters(limit)
        let engine = try engine(rules)
        _ = engine.process([fix(0, 0, accuracy: limit), fix(10, 0, accuracy: limit + 0.01)])
        #expect(engine.counts.rejected == [.inaccurate: 1])
        #expect(engine.lastFix(of: "dog") == fix(0, 0, accuracy: limit))
    }

    @Test(arguments: [600.0, nil]) func `a DWELL has the cause of its ENTER, even if dwell was set later`(
        dwell: Double?
    ) throws {
        let engine = try engine(EventRules(policy: .raw, dwell: dwell.map { .seconds($0) }))
        #expect(short(engine.process([fix(0, 0)])) == ["ENTER 0 0 initial"])
        var home = try #require(engine.geofence("home"))
        // It takes precedence over that of the engine.
        home.dwell = .seconds(60)
        try engine.upsert(home)
        #expect(short(engine.process([fix(100, 0)])) == ["DWELL 60 100 initial"])
    }

    @Test func `the state of a device does not grow with its number of visits`() throws {
        let fences = (0..<300).map { number in
            Geofence("\(number)", .circle(center: north(1000 * Double(number)), radius: .meters(100)))
        }
        var rules = EventRules(policy: .raw, staleAfter: .seconds(60))
        rules.limits = FixLimits()
        let engine = try GeofenceEngine(fences, rules: rules)
        let sizes = (0..<300).map { number in
            _ = engine.process(fix(3600 * Int64(number), 1000 * Double(number)))
            return engine.state(of: "dog")?.encoded.count ?? 0
        }
        #expect(engine.counts.used == 300)
        #expect(sizes.max() ?? 0 < 2 * sizes[1])
        var most = 0
        engine.shards.withEach { most = max(most, $0.instantVisits.values.map(\.count).max() ?? 0) }
        #expect(most <= 33)
    }

    @Test(arguments: [TransitionPolicy.balanced(), .probability()])
    func `each of many geofences crossed at one fix has the transitions it has alone`(
        policy: TransitionPolicy
    ) throws {
        var random = SplitMix64(seed: 71)
        let fences = (0..<300).map { number in
            let middle = north(random.uniform(-2000...2000))
            return Geofence("\(number)", .circle(center: middle, radius: .meters(random.uniform(50...3000))))
        }
        let rules = EventRules(policy: policy, dwell: .seconds(90), limits: FixLimits())
        let fixes = (0..<60).map { fix(60 * Int64($0), random.uniform(-6000...6000), accuracy: 20) }
        let together = try GeofenceEngine(fences, rules: rules)
        let found = together.process(fixes)
        var alone: [Transition] = []
        for fence in fences { alone += try GeofenceEngine([fence], rules: rules).process(fixes) }
        #expect(found.count > 5000 && found.count == alone.count)
        #expect(Set(found) == Set(alone), "seed 71")
        let inside = fences.map(\.id).filter { together.presence(of: "dog", in: $0).isInside }
        #expect(together.geofences(containing: "dog") == inside.sorted())
    }

    @Test func `an ENTER has the time of the crossing between the fixes around it`() throws {
        let found = try engine().process([fix(0, 300), fix(60, 0)])
        #expect(short(found) == ["ENTER 40 60 movement"])
    }

    @Test func `the longest and the shortest periods neither wrap nor trap`() throws {
        let fixes = [fix(0, 0), fix(60, 50), fix(120, 0)]
        var rules = EventRules(dwell: .seconds(1_000_000_000), staleAfter: .seconds(1_000_000_000))
        rules.maximumSegmentGap = .seconds(1_000_000_000_000)
        #expect(short(try engine(rules).process(fixes)) == ["ENTER 0 0 initial"])
        rules.dwell = .milliseconds(1)
        #expect(short(try engine(rules).process(fixes)) == ["ENTER 0 0 initial", "DWELL 0 60 initial"])
    }

    @Test func `times at the ends of the Int64 range neither wrap nor trap`() throws {
        let circle = Geofence("home", .circle(center: center, radius: .meters(100)))
        for policy in [TransitionPolicy.raw, .balanced()] {
            let rules = EventRules(policy: policy, limits: FixLimits(), passThrough: PassThrough())
            let engine = try GeofenceEngine([circle], rules: rules)
            let times = [Int64.min + 1, 0, Int64.max - 1]
            let found = zip(times, [500.0, 0, 900]).flatMap { time, meters in
                var fix = fix(0, meters)
                fix.time = Timestamp(unixMilliseconds: time)
                return engine.process(fix)
            }
            #expect(found.map(\.kind) == [.enter, .exit])
        }
    }

    @Test func `a device on the boundary with noisy fixes enters at most once`() throws {
        for seed in UInt64(1)...5 {
            var random = SplitMix64(seed: seed)
            let policies = [TransitionPolicy.balanced(), .raw]
            let counts = try policies.map { policy in
                let engine = try engine(EventRules(policy: policy))
                var enters = 0
                for second in 0..<2000 {
                    // The sum of four draws is nearly normal, with a deviation of 8.7 m here.
                    let noise = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -7.5...7.5, using: &random) }
                    enters += engine.process(fix(Int64(second) * 10, 100 + noise, accuracy: 15)).count {
                        $0.kind == .enter
                    }
                }
                return enters
            }
            #expect(counts[0] <= 1, "seed \(seed)")
            #expect(counts[1] > 100, "seed \(seed)")
        }
    }

    @Test func `a geofence's own policy overrides the engine's`() throws {
        let fixes = [fix(0, 0), fix(10, 101)]
        #expect(try engine().process(fixes).count == 1)
        #expect(try engine(own: .raw).process(fixes).count == 2)
        #expect(try engine(EventRules(policy: .raw), own: .balanced()).process(fixes).count == 1)
    }

    @Test func `DWELL occurs once per visit, at its own time, and never in a shorter visit`() throws {
        let rules = EventRules(dwell: .seconds(60))
        let long = try engine(rules).process([fix(0, 0), fix(50, 0), fix(130, 0), fix(200, 0)])
        #expect(short(long) == ["ENTER 0 0 initial", "DWELL 60 130 initial"])
        let left = try engine(rules).process([fix(0, 0), fix(100, 0), fix(110, 500)])
        #expect(short(left) == ["ENTER 0 0 initial", "DWELL 60 100 initial", "EXIT 101 110 movement"])
        let brief = try engine(rules).process([fix(0, 0), fix(30, 0), fix(90, 900)])
        #expect(short(brief) == ["ENTER 0 0 initial", "EXIT 36 90 movement"])
        let equal = try engine(EventRules(policy: .raw, dwell: .seconds(60))).process([fix(0, 0), fix(60, 900)])
        #expect(short(equal) == ["ENTER 0 0 initial", "EXIT 60 60 movement"])
        let between = try engine(rules).process([fix(0, 0), fix(30, 50), fix(3000, 900)])
        #expect(short(between).map { String($0.prefix(10)) } == ["ENTER 0 0 ", "DWELL 60 3", "EXIT 3000 "])
    }

    @Test func `a visit that an edit ends has a DWELL only if a fix has already shown it`() throws {
        for (fixes, expected) in [
            ([fix(0, 0), fix(100, 105)], ["ENTER 0 0 initial"]),
            ([fix(0, 0), fix(70, 0), fix(100, 105)], ["ENTER 0 0 initial", "DWELL 60 70 initial"]),
        ] {
            // At last it is in the band, where the DWELL waits.
            let engine = try engine(EventRules(dwell: .seconds(60)))
            #expect(short(engine.process(fixes)) == expected)
            #expect(short(try engine.remove("home")) == ["EXIT 100 100 fence_removed"])
        }
    }

    @Test func `a fix at exactly the time of a DWELL decides it`() throws {
        for policy in [TransitionPolicy.raw, .balanced()] {
            let engine = try engine(EventRules(policy: policy, dwell: .seconds(60)))
            #expect(short(engine.process([fix(0, 0), fix(60, 0)])) == ["ENTER 0 0 initial", "DWELL 60 60 initial"])
        }
    }

    @Test(arguments: [EngineKind.cells, .geos])
    func `a visit whose DWELL would be due at the last moment of all has none, with either index`(
        kind: EngineKind
    ) throws {
        let home = Geofence("home", .circle(center: center, radius: .meters(100)))
        let rules = EventRules(policy: .raw, dwell: .seconds(60))
        let engine = try GeofenceEngine([home], rules: rules, engine: kind)
        var kinds: [Transition.Kind] = []
        for time in [Int64.max - 60_000, .max] {
            var fix = fix(0, 0)
            fix.time = Timestamp(unixMilliseconds: time)
            kinds += engine.process(fix).map(\.kind)
        }
        #expect(kinds == [.enter])
    }

    @Test func `silence ends visits with the cause gap and bounds on their end`() throws {
        let found = try engine(EventRules(staleAfter: .seconds(600))).process([fix(0, 0), fix(100, 0), fix(800, 0)])
        #expect(short(found) == ["ENTER 0 0 initial", "EXIT 100 800 gap", "ENTER 800 800 gap"])
        #expect(found[1].interval == at(100)...at(800))
    }

    @Test func `a visit closed by silence ended before the first fix outside, if there was one`() throws {
        let found = try engine(EventRules(staleAfter: .seconds(600))).process([fix(0, 0), fix(10, 104), fix(800, 500)])
        #expect(short(found) == ["ENTER 0 0 initial", "EXIT 0 800 gap"])
        #expect(found[1].interval == at(0)...at(10))
    }

    @Test func `rejected fixes are counted by reason`() throws {
        var limits = FixLimits.standard
        limits.maximumAccuracy = .meters(500)
        limits.earliest = at(0)
        limits.latest = at(1000)
        let engine = try engine(EventRules(limits: limits))
        var zero = fix(1, 0)
        zero.coordinate = Coordinate(latitude: 0, longitude: 0)
        _ = engine.process([
            zero, fix(-1, 0), fix(1001, 0), fix(2, 0, accuracy: 501), fix(3, 0), fix(3, 10), fix(3, 0), fix(2, 0),
            fix(4, 50_000), fix(5, 0),
        ])
        #expect(
            engine.counts.rejected == [
                .nullIsland: 1, .tooOld: 1, .future: 1, .inaccurate: 1, .conflicting: 1, .duplicate: 1, .late: 1,
                .impossibleSpeed: 1,
            ]
        )
        #expect(engine.counts.used == 2)
    }

    @Test func `a fix with several faults is counted under the first of them`() throws {
        var limits = FixLimits.standard
        limits.maximumAccuracy = .meters(500)
        limits.earliest = at(0)
        let engine = try engine(EventRules(limits: limits))
        var (nowhere, unset) = (fix(-1, 0, accuracy: 600), fix(0, 0, accuracy: 600))
        nowhere.coordinate = Coordinate(latitude: 0, longitude: 0)
        unset.time = Timestamp(unixMilliseconds: 0)
        _ = engine.process([fix(1, 0), nowhere, unset, fix(-1, 0, accuracy: 600), fix(2, 50_000, accuracy: 600)])
        #expect(engine.counts.rejected == [.nullIsland: 1, .tooOld: 2, .inaccurate: 1])
    }

    @Test(
        arguments: [
            (-86_400_000, .tooOld), (-1, .tooOld), (0, .tooOld), (86_399_999, .tooOld), (315_964_800_000, .tooOld),
            (316_051_199_999, .tooOld),
            (3_471_724_800_000, .future), (4_294_967_295_000, .future),
        ] as [(Int64, Rejection)]
    )
    func `a fix from an unset clock is rejected unless the limits allow it`(
        time: Int64,
        reason: Rejection
    ) throws {
        var fix = fix(0, 0)
        fix.time = Timestamp(unixMilliseconds: time)
        for policy in [TransitionPolicy.balanced(), .probability()] {
            let engine = try engine(EventRules(policy: policy))
            #expect(engine.process(fix).isEmpty)
            #expect(engine.counts.rejected == [reason: 1])
        }
        #expect(try engine(EventRules(policy: .raw)).process(fix).count == 1)
        var limits = FixLimits.standard
        limits.rejectsUnsetClocks = false
        #expect(try engine(EventRules(limits: limits)).process(fix).count == 1)
    }

    @Test(arguments: [-86_400_001, 86_400_000, 315_964_799_999, 316_051_200_000, 3_471_724_799_999] as [Int64])
    func `times just outside the ranges of unset clocks are used`(time: Int64) throws {
        var fix = fix(0, 0)
        fix.time = Timestamp(unixMilliseconds: time)
        #expect(try engine().process(fix).count == 1)
    }

    @Test func `a crossing in a long gap has the time of the first fix on the new side, and bounds`() throws {
        for policy in [TransitionPolicy.balanced(), .probability()] {
            let near = try engine(EventRules(policy: policy)).process([fix(0, 900), fix(600, 0), fix(1200, 900)])
            #expect(short(near) == ["ENTER 533 600 movement", "EXIT 666 1200 movement"])
            let far = try engine(EventRules(policy: policy)).process([fix(0, 900), fix(601, 0), fix(30_000, 900)])
            #expect(short(far) == ["ENTER 601 601 movement", "EXIT 30000 30000 movement"])
            #expect(far.map(\.interval) == [at(0)...at(601), at(601)...at(30_000)])
            let gap = Duration.seconds(30_000)
            let asked = try engine(EventRules(policy: policy, maximumSegmentGap: gap)).process([
                fix(0, 900), fix(30_000, 0),
            ])
            #expect(short(asked) == ["ENTER 26666 30000 movement"])
        }
    }

    @Test func `a repeat of a fix rejected as too fast does not confirm it`() throws {
        let engine = try engine()
        _ = engine.process([fix(0, 0), fix(1, 90_000), fix(1, 90_000), fix(2, 10)])
        #expect(engine.counts.rejected == [.impossibleSpeed: 1, .duplicate: 1])
        #expect(engine.presence(of: "dog", in: "home") == .inside(since: at(0)))
    }

    @Test func `after an undecided first fix inside the ENTER is initial, unless a fix outside comes between`() throws {
        let coarse = fix(0, 0, accuracy: 400)
        #expect(short(try engine().process([coarse, fix(10, 0)])) == ["ENTER 0 10 initial"])
        #expect(short(try engine().process([coarse, fix(10, 300), fix(20, 0)])) == ["ENTER 16 20 movement"])
    }

    @Test(arguments: FixOrder.allCases) func `a repeated fix with another sequence number does not confirm an ENTER`(
        order: FixOrder
    ) throws {
        let engine = try engine(EventRules(order: order))
        var (coarse, again) = (fix(0, 0, accuracy: 400), fix(0, 0, accuracy: 400))
        (coarse.sequence, again.sequence) = (1, 2)
        #expect(engine.process([coarse, again]).isEmpty)
        #expect(engine.counts.rejected == [.duplicate: 1])
        #expect(short(engine.process([fix(10, 0, accuracy: 400)])) == ["ENTER 0 10 initial"])
    }

    @Test func `presence is unknown until an ENTER is confirmed or a fix is outside`() throws {
        let engine = try engine(EventRules(staleAfter: .seconds(600)))
        func presence(_ fix: Fix) -> Presence {
            _ = engine.process(fix)
            return engine.presence(of: "dog", in: "home")
        }
        let fixes = [
            fix(0, 0, accuracy: 400), fix(10, 0, accuracy: 400), fix(900, 0, accuracy: 400), fix(910, 500),
            fix(920, 0, accuracy: 400),
        ]
        let expected: [Presence] = [.unknown, .inside(since: at(0)), .unknown, .outside, .outside]
        #expect(fixes.map(presence) == expected)
        let explained = try self.engine(EventRules(staleAfter: .seconds(600))).explain("dog", in: "home", fixes: fixes)
        #expect(explained.steps.map(\.after) == expected)
        #expect(explained.steps.map(\.before) == [.unknown] + expected.dropLast())
    }

    @Test(arguments: [(339, nil), (341, nil), (439, 100), (441, 100)] as [(Double, Double?)])
    func `the speed limit allows for the accuracy of a fix, if it is known`(meters: Double, accuracy: Double?) throws {
        let engine = try engine()
        // That of the fix before makes no difference.
        _ = engine.process([fix(0, 0, accuracy: 200), fix(1, meters, accuracy: accuracy)])
        #expect(engine.counts.rejected == (meters - (accuracy ?? 0) > 340 ? [.impossibleSpeed: 1] : [:]))
    }

    @Test func `two consecutive fixes that agree are accepted, however far away`() throws {
        let engine = try engine()
        _ = engine.process([fix(0, 0), fix(1, 90_000), fix(2, 90_010), fix(3, 90_020)])
        #expect(engine.counts.rejected == [.impossibleSpeed: 1])
        #expect(engine.presence(of: "dog", in: "home") == .outside)
    }

    @Test(arguments: [(10.0, 90_010.0), (90_010, 89_400)])
    func `a fix that is too fast is not believed by one from before the last used fix`(
        used: Double,
        last: Double
    ) throws {
        let engine = try engine()
        _ = engine.process([fix(0, 0), fix(1, 90_000), fix(2, used), fix(3, last)])
        #expect(engine.counts.rejected == [.impossibleSpeed: 2])
    }

    @Test func `an EXIT that a policy left undecided is decided by the next fix once geometry alone decides`() throws {
        let engine = try engine(EventRules(policy: .raw), own: .balanced())
        #expect(short(engine.process([fix(0, 0), fix(10, 110, accuracy: 50)])) == ["ENTER 0 0 initial"])
        var home = try #require(engine.geofence("home"))
        home.policy = nil
        #expect(try engine.upsert(home).isEmpty)
        #expect(short(engine.process([fix(20, 110)])) == ["EXIT 20 20 movement"])
    }

    @Test func `an edit decides only its own geofence and leaves others undecided`() throws {
        let engine = try engine()
        _ = engine.process([fix(0, 0), fix(10, 110)])
        let found = try engine.upsert(Geofence("more", .circle(center: center, radius: .meters(500))))
        #expect(found.map(\.geofence) == ["more"])
        #expect(engine.presence(of: "dog", in: "home") == .inside(since: at(0)))
        #expect(engine.process(fix(20, 0)).isEmpty)
        #expect(try engine.remove("home").map(\.visitStart) == [at(0)])
    }

    @Test func `transition IDs are the same in every run and differ between transitions`() throws {
        let fixes = (0..<40).map { fix($0 * 60, $0 % 4 < 2 ? 0 : 900) }
        let (one, two) = (try engine().process(fixes), try engine().process(fixes))
        #expect(one.count == 20)
        #expect(one.map(\.id) == two.map(\.id))
        #expect(Set(one.map(\.id)).count == one.count)
    }
}
