import Testing

@testable import Geofencing

@Suite struct TransitionPolicyTests {
    /// A fix so far outside (negative: inside) a geofence of this size.
    func measure(_ distance: Double, accuracy: Double = 10, at time: Int64 = 0, scale: Double = 100) -> PolicyMeasure {
        PolicyMeasure(time: time, accuracy: accuracy, distance: distance, isCovered: distance <= 0, scale: scale)
    }

    /// Gives fixes in turn to a policy for a device that is inside; the rules that acted, up to the departure.
    func rules(_ policy: TransitionPolicy, _ measures: [PolicyMeasure]) -> [PolicyRule] {
        var evidence = PolicyEvidence()
        var rules: [PolicyRule] = []
        for measure in measures {
            let decision = policy.decide(isInside: true, evidence, measure)
            rules.append(decision.rule)
            if decision.isChange { break }
            evidence = decision.evidence
        }
        return rules
    }

    @Test func `the description of a policy has its name and what is not standard`() {
        #expect("\(TransitionPolicy.raw), \(TransitionPolicy.balanced())" == "raw, balanced")
        let strict = BalancedPolicy(exitBuffer: .meters(7.5), exitFixes: 3)
        #expect(TransitionPolicy.balanced(strict).description == "balanced (exit_buffer_m 7.5, exit_fixes 3.0)")
        let sure = TransitionPolicy.probability(ProbabilityPolicy(enter: 0.9))
        #expect(sure.description == "probability (enter_probability 0.9)")
    }

    @Test func `no policy decides a change if the fix agrees with the known side`() {
        for policy in [TransitionPolicy.raw, .balanced(), .probability()] {
            #expect(policy.decide(isInside: true, PolicyEvidence(), measure(-1)).rule == .agrees)
            #expect(policy.decide(isInside: false, PolicyEvidence(), measure(1)).rule == .agrees)
        }
    }

    @Test func `an outlook holds for every distance in its range, with or without waiting evidence`() {
        var random = SplitMix64(seed: 31)
        var seen: [Int] = [0, 0, 0, 0]
        for _ in 0..<20_000 {
            var policy = BalancedPolicy()
            policy.exitFixes = Int.random(in: 1...6, using: &random)
            policy.exitSpan = .seconds(Int.random(in: 0...40, using: &random))
            policy.exitAfter = .seconds(Int.random(in: 0...100, using: &random))
            policy.farDistance = .meters(Double.random(in: 0...100, using: &random))
            policy.accuracyLimit = .meters(Double.random(in: 0...100, using: &random))
            let time = 1_000_000
            func evidence(_ fixes: Int) -> PolicyEvidence {
                (0..<fixes).map { _ in Int64(Int.random(in: time - 120_000...time, using: &random)) }.sorted()
                    .reduce(PolicyEvidence()) { $0.adding($1) }
            }
            let known = evidence(Int.random(in: 0...4, using: &random))
            let waiting = evidence(Int.random(in: 0...4, using: &random))
            let least = Double.random(in: 0...200, using: &random)
            let most = least + Double.random(in: 0...100, using: &random)
            let accuracy = Double.random(in: -10...80, using: &random)
            let fix = measure(least.nextUp, accuracy: accuracy, at: Int64(time))
            let outlook = policy.outlook(known, waiting, fix, upTo: most)
            let general = TransitionPolicy.balanced(policy)
            #expect(outlook == general.outlookByDecisions(isInside: true, known, waiting, fix, upTo: most))
            let between = measure(.random(in: least...most, using: &random).nextUp, accuracy: accuracy, at: Int64(time))
            let decision = general.decide(isInside: true, known, between)
            let withAll = general.decide(isInside: true, known.adding(waiting), between)
            switch outlook {
            case .change: #expect(decision.isChange && withAll.isChange)
            case .hold(let next): #expect(!withAll.isChange && decision.evidence == next)
            case .waits: #expect(!withAll.isChange)
            case .open: break
            }
            let kind =
                switch outlook {
                case .change: 0
                case .hold: 1
                case .waits: 2
                case .open: 3
                }
            seen[kind] += 1
        }
        #expect(seen.allSatisfy { $0 > 100 }, "\(seen)")
    }

    @Test func `raw changes sides at a single fix`() {
        let decision = TransitionPolicy.raw.decide(isInside: true, PolicyEvidence(), measure(0.001, accuracy: 1000))
        #expect(decision.isChange)
    }

    @Test(arguments: [
        (10.0, PolicyRule.arrived), (50, .arrived), (50.1, .arrived), (100, .arrived), (101, .coarseArrival),
    ])
    func `balanced enters at one fix inside if its accuracy is within the geofence's size`(
        accuracy: Double,
        rule: PolicyRule
    ) {
        let policy = TransitionPolicy.balanced()
        let decision = policy.decide(isInside: false, PolicyEvidence(), measure(-1, accuracy: accuracy))
        #expect(decision.rule == rule)
        // Of a geofence of 30 m up to 50 m are enough.
        let small = policy.decide(isInside: false, PolicyEvidence(), measure(-1, accuracy: accuracy, scale: 30))
        #expect(small.isChange == (accuracy <= 50))
        guard !decision.isChange else { return }
        let second = policy.decide(isInside: false, decision.evidence, measure(-1, accuracy: accuracy, at: 1000))
        #expect(second.rule == .arrivalConfirmed)
    }

    @Test func `balanced ends a visit after five fixes clearly outside over half a minute`() {
        let steps = (0..<5).map { measure(60, at: Int64($0) * 10_000) }
        #expect(rules(.balanced(), steps) == [.departing, .departing, .departing, .departing, .departedByFixes])
        let fast = (0..<5).map { measure(60, at: Int64($0) * 1000) }
        #expect(rules(.balanced(), fast) == Array(repeating: .departing, count: 5))
        let slow = (0..<5).map { measure(60, at: Int64($0) * 90_000) }
        #expect(rules(.balanced(), slow) == [.departing, .departing, .departedByTime])
        // Exactly half a minute, and exactly three, are enough, a millisecond less is not.
        for (count, span, rule) in [(5, 30_000, PolicyRule.departedByFixes), (2, 180_000, .departedByTime)] {
            for (short, expected) in [(0, rule), (1, .departing)] {
                let times = (0..<count - 1).map { Int64($0) } + [Int64(span - short)]
                #expect(rules(.balanced(), times.map { measure(60, at: $0) }).last == expected)
            }
        }
        // However short the time, it takes two fixes.
        let soon = TransitionPolicy.balanced(BalancedPolicy(exitAfter: .zero))
        #expect(rules(soon, [measure(60), measure(60)]) == [.departing, .departedByTime])
    }

    @Test(arguments: [(10.0, 275.0), (122, 443), (1414, 2381)])
    func `one fix ends a visit beyond 250 m, the buffer and one and a half times its accuracy`(
        accuracy: Double,
        far: Double
    ) {
        #expect(rules(.balanced(), [measure(far, accuracy: accuracy)]) == [.departing])
        #expect(rules(.balanced(), [measure(far.nextUp, accuracy: accuracy)]) == [.departedFar])
    }

    @Test func `balanced confirms a departure at any time after the first fix outside`() {
        let ends = [measure(60, at: .min + 1), measure(60, at: .max)]
        #expect(rules(.balanced(), ends) == [.departing, .departedByTime])
    }

    @Test func `balanced waits within the band, and a fix inside clears the evidence`() {
        let steps = [measure(60), measure(24), measure(-5), measure(60)]
        #expect(rules(.balanced(), steps) == [.departing, .withinBand, .agrees, .departing])
        #expect(BalancedPolicy().band(accuracy: 10, scale: 100) == 25)
    }

    @Test func `a fix within the band neither counts for a departure nor cancels what was counted`() {
        let steps = [60.0, 24, 60, 60, 24, 60, 24, 60].enumerated().map { measure($1, at: Int64($0) * 10_000) }
        #expect(
            rules(.balanced(), steps) == [
                .departing, .withinBand, .departing, .departing, .withinBand, .departing, .withinBand, .departedByFixes,
            ]
        )
    }

    @Test func `a fix exactly at the edge of the band is within it`() {
        #expect(rules(.balanced(), [measure(25), measure(25.0.nextUp)]) == [.withinBand, .departing])
    }

    @Test func `accuracy widens the band by at most 100 m and never prevents an EXIT`() {
        let policy = BalancedPolicy()
        #expect(policy.band(accuracy: 5000, scale: 1000) == 120)
        let far = TransitionPolicy.balanced().decide(isInside: true, PolicyEvidence(), measure(988, accuracy: 122))
        #expect(far.rule == .departedFar)
        let coarse = (0..<5).map { measure(988, accuracy: 1414, at: Int64($0) * 10_000) }
        #expect(rules(.balanced(), coarse).last == .departedByFixes)
    }

    @Test func `a single fix 200 m outside with a claimed accuracy of 2 m ends no visit`() {
        #expect(rules(.balanced(), [measure(200, accuracy: 2)]) == [.departing])
    }

    @Test(arguments: [Double.nan, 0, -1])
    func `an invalid accuracy counts as unknown, never as perfect`(accuracy: Double) {
        // 20 m: a band of 40 m, and shares of 0.8 and 0.2 at 9.84 m.
        #expect(rules(.balanced(), [measure(40, accuracy: accuracy)]) == [.withinBand])
        #expect(rules(.balanced(), [measure(40.0.nextUp, accuracy: accuracy)]) == [.departing])
        #expect(rules(.probability(), [measure(9.83, accuracy: accuracy)]) == [.undecided])
        #expect(rules(.probability(), [measure(9.85, accuracy: accuracy)]) == [.likelyOutside])
    }

    @Test func `the exit buffer is a tenth of the geofence's size, from 5 to 20 m, unless set`() {
        var policy = BalancedPolicy()
        #expect([10.0, 100, 1000].map(policy.buffer) == [5, 10, 20])
        policy.exitBuffer = .meters(70)
        #expect(policy.buffer(scale: 10) == 70)
    }

    @Test func `thresholds passed to an initializer are set and the others keep their defaults`() {
        var balanced = BalancedPolicy()
        balanced.exitBuffer = .meters(7)
        balanced.exitSpan = .seconds(12)
        balanced.unknownAccuracy = .meters(9)
        let made = BalancedPolicy(exitBuffer: .meters(7), exitSpan: .seconds(12), unknownAccuracy: .meters(9))
        #expect(made == balanced)
        balanced.arrivalAccuracy = .meters(1)
        balanced.accuracyFactor = 2
        balanced.accuracyLimit = .meters(3)
        balanced.exitFixes = 4
        balanced.exitAfter = .seconds(5)
        balanced.farDistance = .meters(6)
        let all = BalancedPolicy(
            arrivalAccuracy: .meters(1),
            exitBuffer: .meters(7),
            accuracyFactor: 2,
            accuracyLimit: .meters(3),
            exitFixes: 4,
            exitSpan: .seconds(12),
            exitAfter: .seconds(5),
            farDistance: .meters(6),
            unknownAccuracy: .meters(9)
        )
        #expect(all == balanced)
        var probability = ProbabilityPolicy()
        probability.exit = 0.1
        #expect(ProbabilityPolicy(exit: 0.1) == probability)
        (probability.enter, probability.unknownAccuracy) = (0.9, .meters(30))
        #expect(ProbabilityPolicy(enter: 0.9, exit: 0.1, unknownAccuracy: .meters(30)) == probability)
    }

    @Test func `probability decides by the share of the accuracy disc inside`() {
        #expect(ProbabilityPolicy.share(distance: 0, accuracy: 10) == 0.5)
        #expect(ProbabilityPolicy.share(distance: -10, accuracy: 10) == 1)
        #expect(ProbabilityPolicy.share(distance: 20, accuracy: 10) == 0)
        let policy = TransitionPolicy.probability()
        // A straight boundary at half the radius leaves 80.4 % and 19.6 %.
        #expect(policy.decide(isInside: false, PolicyEvidence(), measure(-5)).rule == .likelyInside)
        #expect(policy.decide(isInside: false, PolicyEvidence(), measure(-4)).rule == .undecided)
        #expect(policy.decide(isInside: true, PolicyEvidence(), measure(5)).rule == .likelyOutside)
        #expect(policy.decide(isInside: true, PolicyEvidence(), measure(4)).rule == .undecided)
        // A share of exactly the threshold is enough.
        let whole = TransitionPolicy.probability(ProbabilityPolicy(enter: 1, exit: 0))
        #expect(whole.decide(isInside: false, PolicyEvidence(), measure(-10)).rule == .likelyInside)
        #expect(whole.decide(isInside: true, PolicyEvidence(), measure(10)).rule == .likelyOutside)
    }
}
