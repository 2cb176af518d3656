import TestSupport
import Testing

@testable import Geofencing

/// What would have made an event does make it, and a little less does not.
@Suite struct NearMissTests {
    let center = Coordinate(latitude: 52.5, longitude: 13.4)

    func fix(_ second: Int64, _ meters: Double, accuracy: Double? = 10) -> Fix {
        Fix(
            device: "dog",
            time: .second(second),
            coordinate: center.north(meters),
            horizontalAccuracy: accuracy.map { .meters($0) }
        )
    }

    func home(_ radius: Double = 100, policy: TransitionPolicy? = nil, notifyOnEntry: Bool = true) -> Geofence {
        Geofence(
            "home",
            .circle(center: center, radius: .meters(radius)),
            notifyOnEntry: notifyOnEntry,
            policy: policy
        )
    }

    func explain(_ fixes: [Fix], _ rules: EventRules = EventRules(), in fence: Geofence? = nil) throws -> Explanation {
        try GeofenceEngine([fence ?? home()], rules: rules).explain("dog", in: "home", fixes: fixes)
    }

    /// The kinds of event that fixes make.
    func events(_ fixes: [Fix], _ rules: EventRules = EventRules(), in fence: Geofence? = nil) throws -> [Transition
        .Kind]
    {
        try GeofenceEngine([fence ?? home()], rules: rules).process(fixes).map(\.kind)
    }

    /// Whether passages between fixes would have brought it, under any policy.
    func passesThrough(_ explanation: Explanation) throws -> Bool {
        try explanation.nearMiss().changes.contains { if case .passThrough = $0 { true } else { false } }
    }

    func distance(_ changes: [NearMiss.Change], _ pick: (NearMiss.Change) -> Distance?) -> Double? {
        changes.lazy.compactMap(pick).first?.meters
    }

    @Test func `a near miss reports how much larger a radius the device would have entered`() throws {
        let fixes = [fix(0, 300), fix(10, 112), fix(20, 112.5), fix(30, 400)]
        let explanation = try explain(fixes)
        let miss = try explanation.nearMiss()
        #expect(miss.kind == .enter && miss.reason == .notReached && miss.closest == 1)
        let more = try #require(distance(miss.changes) { if case .radius(let way) = $0 { way } else { nil } })
        let nearer = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        #expect(abs(more - 12) < 0.3 && abs(nearer - 12) < 0.3, "\(miss)")
        #expect(try events(fixes, in: home(100 + more)).contains(.enter))
        #expect(try events(fixes, in: home(100 + more - 0.1)).isEmpty)
    }

    @Test(
        arguments: [
            // An older fix counts at the time of the one before it, 190 s after the first one outside.
            [(0, 0), (10, 133.4), (200, 101.2), (20, 110.1)],
            // An older fix is never too fast.
            [(0, 0), (100, 0), (50, 110)],
        ] as [[(second: Int64, meters: Double)]]
    )
    func `the reported move is enough for a late fix in input order`(
        way: [(second: Int64, meters: Double)]
    ) throws {
        var rules = EventRules()
        rules.order = .input
        let fixes = way.map { fix($0.second, $0.meters, accuracy: 5) }
        let miss = try explain(fixes, rules).nearMiss(in: fixes.count - 1..<fixes.count)
        let farther = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        let last = way[way.count - 1]
        for (more, kinds) in [(farther + 0.2, [Transition.Kind.enter, .exit]), (farther - 0.5, [.enter])] {
            let moved = fixes.dropLast() + [fix(last.second, last.meters + more, accuracy: 5)]
            #expect(try events(Array(moved), rules) == kinds, "\(farther)")
        }
    }

    @Test func `what fixes before the closest one had gathered counts, though that one cleared it`() throws {
        func fixes(farther: Double) -> [Fix] {
            [
                fix(0, 0, accuracy: 2), fix(10, 150, accuracy: 2), fix(210, 80 + farther, accuracy: 2),
                fix(410, 0, accuracy: 2),
            ]
        }
        let miss = try explain(fixes(farther: 0)).nearMiss(in: 2..<3)
        let farther = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        // Two fixes over 180 s, beyond 1.5 times the accuracy and a buffer of 10 m.
        #expect(abs(farther - 33) < 0.2)
        #expect(try events(fixes(farther: farther)).contains(.exit))
        #expect(try !events(fixes(farther: farther - 0.3)).contains(.exit))
    }

    @Test func `silence clears undecided evidence`() throws {
        let fixes = [fix(0, 0, accuracy: 500), fix(1000, 0, accuracy: 500), fix(1010, 0, accuracy: 500)]
        let steps = try explain(fixes, EventRules(staleAfter: .seconds(300))).steps
        #expect(steps.map(\.evidence.rule) == [.coarseArrival, .coarseArrival, .arrivalConfirmed])
        #expect(steps.map(\.evidence.fixes) == [1, 1, 2])
        #expect(steps.map(\.transitions.count) == [0, 0, 1])
    }

    @Test func `a change that works only within limits is found`() throws {
        // In a circle of less than 20 m the device never was, so it cannot leave it.
        let fixes = (0..<5).map { fix(Int64($0) * 60, 20) } + (5..<60).map { fix(Int64($0) * 60, 90) }
        let miss = try explain(fixes).nearMiss()
        let less = try #require(distance(miss.changes) { if case .radius(let less) = $0 { less } else { nil } })
        #expect(try events(fixes, in: home(100 - abs(less))) == [.enter, .exit])
        #expect(try events(fixes, in: home(100.2 - abs(less))) == [.enter])
    }

    @Test func `the least radius is found even if only a few meters of change cause the event`() throws {
        func change(_ fixes: [Fix], after first: Int) throws -> Double {
            let miss = try explain(fixes, EventRules(policy: .raw)).nearMiss(in: first..<fixes.count)
            return try #require(distance(miss.changes) { if case .radius(let change) = $0 { change } else { nil } })
        }
        // In a circle of 75 m or less the device never was.
        let leaving = [fix(0, 110), fix(10, 75), fix(20, 86.8), fix(30, 60)]
        #expect(abs(try change(leaving, after: 2) + 13.3) < 0.15)
        // One of 400 m or more it would have entered before.
        #expect(abs(try change([fix(0, 400), fix(10, 350)], after: 1) - 250) < 0.15)
    }

    @Test func `no move is suggested beyond the geofence's depth or the speed limit`() throws {
        func moves(_ fixes: [Fix], _ rules: EventRules, _ radius: Double) throws -> Bool {
            let miss = try explain(fixes, rules, in: home(radius)).nearMiss()
            return distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } } != nil
        }
        let probability = EventRules(policy: .probability())
        // No place in a circle of 20 m has four fifths of a disc of 300 m inside.
        #expect(try !moves([fix(0, 111), fix(60, 33, accuracy: 300), fix(120, 111)], probability, 20))
        #expect(try moves([fix(0, 111), fix(60, 33, accuracy: 30), fix(120, 111)], probability, 200))
        // Nor has one in a strip of 14 m or 22 m, whichever way that runs; in one of 122 m a place 49 m deep has.
        for (west, east, north, isWide) in [
            (-0.0001, 0.0001, 0.005, false), (-0.005, 0.005, 0.0001, false), (-0.0004, 0.0014, 0.005, true),
        ] {
            let strip = try Polygon(
                [(west, -north), (east, -north), (east, north), (west, north)].map { x, y in
                    Coordinate(latitude: center.latitude + y, longitude: center.longitude + x)
                }
            )
            let within = [fix(0, 0, accuracy: 100)]
            let miss = try explain(within, probability, in: Geofence("home", .polygon(strip))).nearMiss()
            let isMoved = distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } } != nil
            #expect(isMoved == isWide, "\(west) \(north)")
        }
        // 353.8 m farther out would be 576 m in a second, of which an accuracy of 200 m leaves 376.
        let jump = [fix(0, 0), fix(1, 222.5, accuracy: 200), fix(10, 0)]
        #expect(try !moves(jump, EventRules(), 20))
        var rules = EventRules()
        rules.limits.maximumMetersPerSecond = nil
        #expect(try moves(jump, rules, 20))
    }

    @Test func `the depth of a strip a million times as long as it is wide is found`() throws {
        let polygon = try Polygon(corners: [(13, 52), (33, 52), (33, 52.00001), (13, 52.00001)])
        // 1.1 m wide.
        let depth = try Geofence("strip", .polygon(polygon)).depth(scale: 1.1)
        #expect(abs(depth - 0.55) < 0.1)
    }

    @Test func `a pass-through is searched with the limits of the rules`() throws {
        // Too coarse for the other policies.
        let fixes = [fix(0, 140), fix(60, -140, accuracy: 300)]
        #expect(try explain(fixes).nearMiss().changes.contains(.passThrough(.raw)))
        var rules = EventRules()
        rules.limits.maximumAccuracy = .meters(60)
        #expect(try !passesThrough(explain(fixes, rules)))
        // Under raw a fix at 0, 0 is used, whatever else was asked for, and the way goes there.
        let astray = Fix(
            device: "dog",
            time: fix(30, 0).time,
            coordinate: Coordinate(latitude: 0, longitude: 0),
            horizontalAccuracy: .meters(20)
        )
        rules.limits = .standard
        rules.limits.maximumMetersPerSecond = nil
        let spread = [fixes[0], astray, fixes[1]]
        #expect(try !passesThrough(explain(spread, rules)))
        rules.limits.maximumMetersPerSecond = 300
        #expect(try explain(spread, rules).nearMiss().changes.contains(.passThrough(.raw)))
    }

    @Test func `a pass-through is searched with the geofence's own policy and never across silence`()
        throws
    {
        let fixes = [fix(0, 140, accuracy: 300), fix(60, -140, accuracy: 300)]
        #expect(try explain(fixes).nearMiss().changes.contains(.passThrough(.raw)))
        let strict = home(policy: .balanced())
        #expect(try !passesThrough(explain(fixes, in: strict)))
        #expect(try !passesThrough(explain(fixes, EventRules(staleAfter: .seconds(59)))))
        #expect(
            try explain(fixes, EventRules(staleAfter: .seconds(60))).nearMiss().changes.contains(.passThrough(.raw))
        )
    }

    @Test func `an extremely coarse accuracy does not widen the search`() throws {
        let miss = try explain([fix(0, 300), fix(10, 10, accuracy: 1e30), fix(60, 300)]).nearMiss()
        let accuracy = try #require(distance(miss.changes) { if case .accuracy(let limit) = $0 { limit } else { nil } })
        #expect(abs(accuracy - 100) < 1e-6)
    }

    @Test func `no radius above the maximum is suggested`() throws {
        let antipode = Coordinate(latitude: -center.latitude, longitude: center.longitude - 180)
        let there = Fix(device: "dog", time: fix(0, 0).time, coordinate: antipode, horizontalAccuracy: .meters(10))
        let miss = try explain([there], in: home(20_003_000)).nearMiss()
        #expect(miss.kind == .enter && miss.reason == .notReached)
        let more = distance(miss.changes) { if case .radius(let way) = $0 { way } else { nil } }
        #expect(more == nil)
    }

    @Test func `a coarse arrival needs a better accuracy, one more fix or a higher threshold`() throws {
        let fixes = [fix(0, 300), fix(10, 10, accuracy: 140), fix(60, 300)]
        let explanation = try explain(fixes)
        let miss = try explanation.nearMiss()
        #expect(miss.reason == .notDecided && explanation.steps[1].evidence.rule == .coarseArrival)
        let accuracy = try #require(distance(miss.changes) { if case .accuracy(let limit) = $0 { limit } else { nil } })
        #expect(abs(accuracy - 100) < 1e-6)
        #expect(miss.changes.contains(.fixes(1)))
        #expect(miss.changes.contains(.threshold(key: "arrival_accuracy_m", value: 140)))
        var better = fixes
        better[1].horizontalAccuracy = .meters(accuracy)
        #expect(try events(better).first == .enter)
        better[1].horizontalAccuracy = .meters(accuracy + 0.1)
        #expect(try events(better).isEmpty)
        #expect(try events([fixes[0], fixes[1], fix(35, 10, accuracy: 140), fixes[2]]).first == .enter)
    }

    @Test func `an unconfirmed departure needs one more fix or another threshold`() throws {
        // Four fixes that count, over 40 s, then back inside.
        let fixes = [fix(0, 0), fix(10, 160), fix(20, 160), fix(30, 160), fix(50, 160), fix(70, 0)]
        let explanation = try explain(fixes)
        let miss = try explanation.nearMiss(in: 1..<6)
        #expect(miss.kind == .exit && miss.closest == 4, "\(miss)")
        #expect(miss.changes.contains(.fixes(1)) && miss.changes.contains(.threshold(key: "exit_fixes", value: 4)))
        let out = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        var farther = fixes
        farther[4] = fix(50, 160 + out + 0.2)
        #expect(try events(farther).contains(.exit))
        farther[4] = fix(50, 160 + out - 0.4)
        #expect(try !events(farther).contains(.exit))
        var policy = BalancedPolicy()
        policy.exitFixes = 4
        #expect(try events(fixes, EventRules(policy: .balanced(policy))).contains(.exit))
        #expect(try events(fixes[...4] + [fix(60, 160)] + fixes[5...]).contains(.exit))
    }

    @Test func `a fix that is not used does not limit the time for more fixes like the closest one`() throws {
        // One more is enough if it comes at least three minutes later.
        let fixes = [fix(0, 0), fix(10, 200), fix(610, 0)]
        let once = try explain(fixes).nearMiss()
        #expect(once.kind == .exit && once.closest == 1 && once.changes.contains(.fixes(1)), "\(once)")
        let twice = try explain(fixes.flatMap { [$0, $0] })
        #expect(twice.steps.map(\.rejection) == [nil, .duplicate, nil, .duplicate, nil, .duplicate])
        #expect(try twice.nearMiss().changes == once.changes)
        // Nothing follows but a fix of a wrong clock.
        var rules = EventRules()
        rules.limits.latest = .second(1_000)
        let last = try explain([fixes[0], fixes[1], fix(90_000, 200)], rules).nearMiss()
        #expect(last.changes.contains(.fixes(4)), "\(last)")
    }

    @Test func `fixes before the device entered or left are not what came closest to the opposite`() throws {
        let arrival = try explain([fix(0, 140), fix(10, 400), fix(20, 90), fix(30, 50)])
        let stayed = try arrival.nearMiss()
        #expect(stayed.kind == .exit && stayed.reason == .notReached && stayed.closest == 3, "\(stayed)")
        #expect(try stayed == arrival.nearMiss(in: 3..<4))
        // The first fix inside has made the ENTER.
        #expect(try explain([fix(0, 99), fix(10, 98), fix(20, 50)]).nearMiss().closest == 1)
        #expect(try explain([fix(0, 0)]).nearMiss().reason == .noFixes)
        let departure = try explain([fix(0, 90), fix(10, 0), fix(20, 500), fix(30, 150), fix(40, 160)])
        #expect(departure.transitions.map(\.kind) == [.enter, .exit])
        let away = try departure.nearMiss(in: 1..<5)
        #expect(away.kind == .enter && away.reason == .notReached && away.closest == 3, "\(away)")
    }

    @Test func `a departure within the band needs a smaller buffer, reported as the largest that works`() throws {
        let fixes = [fix(0, 0)] + (1...8).map { fix($0 * 20, 120) }
        let explanation = try explain(fixes)
        #expect(explanation.steps.dropFirst().allSatisfy { $0.evidence.rule == .withinBand })
        let miss = try explanation.nearMiss(in: 1..<9)
        var buffer: Double?
        for case .threshold("exit_buffer_m", let value) in miss.changes { buffer = value }
        let told = try #require(buffer)
        #expect(abs(told - 5) < 0.3)
        for (value, kinds) in [(told, 2), (told + 0.1, 1)] {
            var policy = BalancedPolicy()
            policy.exitBuffer = .meters(value)
            #expect(try events(fixes, EventRules(policy: .balanced(policy))).count == kinds)
        }
    }

    @Test func `a share that is too small needs a better accuracy, a deeper fix or another threshold`() throws {
        let rules = EventRules(policy: .probability())
        let fixes = [fix(0, 300), fix(10, 96, accuracy: 20), fix(20, 300)]
        let miss = try explain(fixes, rules).nearMiss()
        #expect(miss.reason == .notDecided)
        let accuracy = try #require(distance(miss.changes) { if case .accuracy(let limit) = $0 { limit } else { nil } })
        var better = fixes
        better[1].horizontalAccuracy = .meters(accuracy)
        #expect(try events(better, rules).first == .enter)
        better[1].horizontalAccuracy = .meters(accuracy + 0.2)
        #expect(try events(better, rules).isEmpty)
        let deeper = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        #expect(try events([fixes[0], fix(10, 96 - deeper - 0.2, accuracy: 20)], rules) == [.enter])
        var threshold: Double?
        for case .threshold("enter_probability", let value) in miss.changes { threshold = value }
        var policy = ProbabilityPolicy()
        policy.enter = try #require(threshold)
        #expect(try events(fixes, EventRules(policy: .probability(policy))).first == .enter)
        policy.enter += 0.01
        #expect(try events(fixes, EventRules(policy: .probability(policy))).isEmpty)
    }

    @Test(arguments: [0.6, 0.605, 0.9, 0.51]) func `the last threshold that makes sense is tried`(enter: Double) throws
    {
        // Just inside: no more than half of the disc is.
        let fixes = [fix(0, 300), fix(10, 99.9, accuracy: 60)]
        let rules = EventRules(policy: .probability(ProbabilityPolicy(enter: enter)))
        let miss = try explain(fixes, rules).nearMiss()
        #expect(miss.changes.contains(.threshold(key: "enter_probability", value: 0.5)), "\(miss)")
    }

    @Test func `a threshold between two that are tried is not passed over`() throws {
        // Five in a row over 12 s.
        let fixes = [fix(0, 0)] + [10, 13, 16, 19, 22].map { fix($0, 200) } + [fix(30, 0)]
        let rules = EventRules(policy: .balanced(BalancedPolicy(exitSpan: .milliseconds(12_345))))
        #expect(try explain(fixes, rules).nearMiss().changes.contains(.threshold(key: "exit_span_s", value: 12)))
        // An accuracy of the geofence's size is enough.
        for (radius, accuracy) in [(100.0, 100.04), (100, 100.1)] {
            let coarse = [fix(0, 300), fix(10, 10, accuracy: accuracy)]
            let miss = try explain(coarse, in: home(radius)).nearMiss()
            let better = try #require(distance(miss.changes) { if case .accuracy(let it) = $0 { it } else { nil } })
            #expect(abs(better - radius) < 1e-6, "\(miss)")
        }
    }

    @Test func `a miss with all fixes rejected reports what would use them`() throws {
        var limits = FixLimits.standard
        limits.maximumAccuracy = .meters(20)
        let rules = EventRules(limits: limits)
        let explanation = try explain([fix(0, 0, accuracy: 21), fix(10, 0, accuracy: 30)], rules)
        #expect(explanation.steps.map(\.rejection) == [.inaccurate, .inaccurate])
        #expect(explanation.steps.allSatisfy { $0.before == .unknown && $0.after == .unknown })
        let miss = try explanation.nearMiss()
        #expect(
            miss.reason == .allRejected && miss.closest == nil && miss.rejected == 0
                && miss.changes == [.using(.inaccurate)]
        )
        // In a stream that waits, they would have made others late.
        var waiting = explanation
        waiting.waits = true
        #expect(try waiting.nearMiss().changes.isEmpty)
    }

    @Test func `a fix inside rejected as too fast is reported even if others were used`() throws {
        let fixes = [fix(0, 90_000), fix(10, 0), fix(20, 90_000)]
        let explanation = try explain(fixes)
        #expect(explanation.steps.map(\.rejection) == [nil, .impossibleSpeed, nil])
        let miss = try explanation.nearMiss()
        #expect(miss.reason == .notReached && miss.rejected == 1 && miss.changes.contains(.using(.impossibleSpeed)))
        #expect(try !passesThrough(explanation))
    }

    @Test func `each threshold of a departure is tried`() throws {
        func values(_ fixes: [Fix]) throws -> [String: Double] {
            let changes = try explain(fixes).nearMiss().changes
            return Dictionary(
                changes.compactMap { if case .threshold(let key, let value) = $0 { (key, value) } else { nil } }
            ) { one, _ in one }
        }
        func happens(_ fixes: [Fix], _ change: (inout BalancedPolicy) -> Void) throws -> Bool {
            var policy = BalancedPolicy()
            change(&policy)
            return try events(fixes, EventRules(policy: .balanced(policy))).contains(.exit)
        }
        // Five in a row over 28 s.
        let short = [fix(0, 0)] + [10, 17, 24, 31, 38].map { fix($0, 200) } + [fix(50, 0)]
        #expect(try values(short)["exit_span_s"] == 28)
        #expect(try happens(short) { $0.exitSpan = .seconds(28) } && !happens(short) { $0.exitSpan = .seconds(29) })
        // Two that are 170 s apart.
        let few = [fix(0, 0), fix(10, 200), fix(180, 200), fix(190, 0)]
        #expect(try values(few)["exit_after_s"] == 170)
        #expect(try happens(few) { $0.exitAfter = .seconds(170) } && !happens(few) { $0.exitAfter = .seconds(171) })
        // One that is 200 m outside, 175 beyond accuracy and buffer.
        let one = [fix(0, 0), fix(10, 300), fix(20, 0)]
        let far = try #require(try values(one)["far_m"])
        #expect(abs(far - 174) <= 1)
        #expect(
            try happens(one) { $0.farDistance = .meters(far) } && !happens(one) { $0.farDistance = .meters(far + 1) }
        )
        // Too coarse for a departure while accuracy adds up to 100 m.
        let coarse = [fix(0, 0)] + [10, 20, 30, 40, 50].map { fix($0, 190, accuracy: 90) } + [fix(60, 0)]
        let limit = try #require(try values(coarse)["accuracy_limit_m"])
        #expect(try happens(coarse) { $0.accuracyLimit = .meters(limit) })
        #expect(try !happens(coarse) { $0.accuracyLimit = .meters(limit + 1) })
    }

    @Test func `a single exit fix is suggested if the exit span is zero`() throws {
        let rules = EventRules(policy: .balanced(BalancedPolicy(exitSpan: .zero)))
        let fixes = [fix(0, 0), fix(10, 160), fix(20, 0)]
        let miss = try explain(fixes, rules).nearMiss(in: 1..<3)
        #expect(miss.changes.contains(.threshold(key: "exit_fixes", value: 1)), "\(miss)")
        let one = BalancedPolicy(exitFixes: 1, exitSpan: .zero)
        #expect(try events(fixes, EventRules(policy: .balanced(one))).contains(.exit))
    }

    @Test func `after the last fix of a visit the missing transition is EXIT`() throws {
        let explanation = try explain([fix(0, 0), fix(10, 0)])
        let miss = try explanation.nearMiss(in: 2..<2)
        #expect(miss.kind == .exit && miss.reason == .noFixes)
    }

    @Test func `a pass-through between two fixes is reported`() throws {
        let fixes = [fix(0, -400), fix(60, 400)]
        let miss = try explain(fixes).nearMiss()
        #expect(miss.changes.contains(.passThrough(.balanced())))
        #expect(try events(fixes, EventRules(passThrough: PassThrough())) == [.enter, .exit])
        let rules = EventRules(policy: .raw, passThrough: PassThrough())
        #expect(try events(fixes, rules) == [.enter, .exit])
        #expect(try explain(fixes, rules).transitions.map(\.isInferred) == [true, true])
    }

    @Test func `a missing EXIT without a fix outside reports how far out a fix had to be`() throws {
        let fixes = [fix(0, 0), fix(10, 40), fix(20, 70)]
        let miss = try explain(fixes, EventRules(policy: .raw)).nearMiss(in: 1..<3)
        #expect(miss.kind == .exit && miss.reason == .notReached && miss.closest == 2)
        let out = try #require(distance(miss.changes) { if case .moved(let way) = $0 { way } else { nil } })
        #expect(abs(out - 30) < 0.3)
        let less = try #require(distance(miss.changes) { if case .radius(let way) = $0 { way } else { nil } })
        #expect(abs(less + 30) < 0.3)
    }

    @Test func `muted and inactive geofences are explained with muted transitions`() throws {
        let fixes = [fix(0, 300), fix(10, 0)]
        let muted = try explain(fixes, in: home(notifyOnEntry: false))
        #expect(muted.transitions.map(\.kind) == [.enter] && muted.isMuted(muted.transitions[0]))
        var inactive = home()
        inactive.isActive = false
        let asleep = try explain(fixes, in: inactive)
        #expect(asleep.transitions.map(\.kind) == [.enter] && asleep.isMuted(asleep.transitions[0]))
    }

    @Test func `a device without fixes has no steps, and an unknown geofence is an error`() throws {
        #expect(try explain([]).nearMiss() == NearMiss(kind: .enter, reason: .noFixes, closest: nil, changes: []))
        let invalid = Fix(
            device: "dog",
            time: Timestamp(unixMilliseconds: 0),
            coordinate: Coordinate(latitude: .nan, longitude: 0)
        )
        #expect(try explain([invalid]).steps.map(\.rejection) == [.coordinate])
        let engine = try GeofenceEngine([home()])
        #expect(failure { try engine.explain("dog", in: "away", fixes: []) }?.code == .unknownGeofence)
        #expect(try engine.explain("cat", in: "home", fixes: [fix(0, 0)]).steps.isEmpty)
    }

    @Test func `a transition that did occur is reported without changes`() throws {
        let miss = try explain([fix(0, 300), fix(10, 0), fix(20, 300)], EventRules(policy: .raw)).nearMiss()
        #expect(miss.reason == .decided && miss.changes.isEmpty && miss.closest == nil)
    }

    @Test func `the offset of a share is the distance at which the disc has that share`() {
        for share in [0.0, 0.05, 0.2, 0.5, 0.8, 1] {
            let offset = ProbabilityPolicy.offset(ofShare: share)
            #expect(abs(ProbabilityPolicy.share(distance: offset, accuracy: 1) - share) < 1e-9)
        }
        let policy = TransitionPolicy.probability()
        #expect(policy.undecided(isInside: true, accuracy: 10, scale: 100)?.lowerBound == 0)
        #expect(policy.undecided(isInside: false, accuracy: .nan, scale: 100)?.upperBound == 0)
        #expect(TransitionPolicy.balanced().undecided(isInside: true, accuracy: 10, scale: 100) == 0...25)
        #expect(TransitionPolicy.balanced().undecided(isInside: false, accuracy: 10, scale: 100) == nil)
        #expect(TransitionPolicy.raw.undecided(isInside: true, accuracy: 10, scale: 100) == nil)
    }
}
