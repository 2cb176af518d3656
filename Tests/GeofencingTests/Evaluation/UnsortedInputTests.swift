import TestSupport
import Testing

@testable import Geofencing

/// An input that is not in order makes the events of the same one sorted.
@Suite struct UnsortedInputTests {
    static let rules: [EventRules] = {
        var slow = FixLimits()
        slow.maximumMetersPerSecond = 340
        return PolicyEvaluationTests.policies.map { EventRules(policy: $0) } + [
            EventRules(policy: .raw, limits: slow), EventRules(policy: .balanced(), passThrough: PassThrough()),
        ]
    }()

    /// In the order of their times, those of one time as they stand.
    private func sorted(_ lines: [String]) throws -> [String] {
        let keyed = try lines.enumerated().map { number, line in
            (time: try PolicyEvaluationTests.fix(line).time, number: number, line: line)
        }
        return keyed.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.line)
    }

    /// The rejected lines with their reasons, whatever their order.
    private func rejects(_ outcome: PolicyEvaluationTests.Outcome, of lines: [String]) throws -> [String] {
        try outcome.rejected.map { reject in
            let words = reject.split(separator: " ")
            // The first line is the header.
            return "\(words[1]) \(lines[try #require(Int(words[0])) - 2])"
        }
        .sorted()
    }

    @Test func `a fix older than one rejected as too fast causes sorting`() throws {
        let lines = [
            "d,1767225600000,52.5,13.4,5", "d,1767225700000,53.5,13.4,5", "d,1767225650000,52.5,13.4,5",
            "d,1767225760000,53.5,13.4,5", "d,1767225820000,53.5,13.4,5",
        ]
        let events = try PolicyEvaluationTests().evaluate(lines, EventRules(policy: .balanced())).events
        #expect(events.count == 2 && events[1].contains("1767225760000"))
        #expect(events == (try PolicyEvaluationTests().evaluate(sorted(lines), EventRules(policy: .balanced()))).events)
    }

    @Test(arguments: [60, 1 << 20]) func `a repeat with a better accuracy causes sorting`(chunkSize: Int) throws {
        let lines = ["d,1767225600000,52.5,13.4,100", "d,1767225600000,52.5,13.4,5"]
        let outcome = try PolicyEvaluationTests().evaluate(lines, EventRules(), chunkSize: chunkSize)
        #expect(outcome.events.count == 1)
        #expect(outcome.counts.rejected == [.duplicate: 1])
    }

    /// The fix without a number counts first, so that it is the one that the next fix agrees with.
    @Test func `a fix without a sequence causes sorting after a too fast one with a sequence`() throws {
        var limits = FixLimits()
        limits.maximumMetersPerSecond = 340
        let rules = EventRules(policy: .raw, limits: limits)
        for order in [[0, 1, 2, 3], [0, 2, 1, 3]] {
            let lines = [
                "d,1767225600000,48,16,", "d,1767225610000,46,16,10", "d,1767225610000,50,16,",
                "d,1767225620000,50.001,16,",
            ]
            let text = ["device_id,timestamp,latitude,longitude,seq"] + order.map { lines[$0] }
            let file = try TemporaryFile(text.joined(separator: "\n") + "\n")
            let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
            let result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)]).run()
            #expect(result.wasSorted)
            #expect(result.counts.used == 2 && result.counts.rejected == [.impossibleSpeed: 2], "\(order)")
        }
    }

    @Test func `repeats after the best fix of a time cause no sorting`() throws {
        // The last ones, and those at 53.5, repeat a fix that is not used.
        for more in [
            ["52.5,13.4,100"], ["52.5,13.4,5"], ["52.5,13.4,"], ["52.6,13.4,100"],
            ["52.6,13.4,20", "52.6,13.4,20", "52.6,13.4,100", "52.6,13.4,50"],
        ] {
            let repeats = more.map { "d,1767225600000,\($0)\n" }.joined()
            let text =
                "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
                + "d,1767225600000,52.5,13.4,5\n\(repeats)d,1767225630000,53.5,13.4,5\nd,1767225630000,53.5,13.4,50\n"
                + "d,1767225660000,52.5,13.4,50\n"
            let file = try TemporaryFile(text)
            let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: EventRules())
            let result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)]).run()
            #expect(!result.wasSorted && result.counts.used == 2, "\(more)")
        }
    }

    /// Too fast since the fix before, and beside a better one of its time.
    @Test(arguments: [
        ("53.5,13.4", ["impossible_speed", "duplicate", "duplicate"]),
        ("52.501,13.4", ["conflicting", "duplicate", "duplicate"]),
    ])
    func `of unused fixes at one time and place, the best one gets the first reason, in any order`(
        place: String,
        reasons: [String]
    ) throws {
        let before = "d,1767225600000,52.5,13.4,5"
        let better = place == "53.5,13.4" ? [] : ["d,1767225660000,52.5,13.4,1"]
        let fixes = [5, 20, 100].map { "d,1767225660000,\(place),\($0)" }
        let expected = zip(reasons, fixes).map { "\($0) \($1)" }.sorted()
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let lines = [before] + better + order.map { fixes[$0] }
            let outcome = try PolicyEvaluationTests().evaluate(lines, EventRules())
            #expect(try rejects(outcome, of: lines) == expected, "\(order)")
        }
    }

    @Test(arguments: [true, false]) func `a state keeps the accuracy that repeats are compared with`(isBetter: Bool)
        throws
    {
        func fix(_ accuracy: Double) -> Fix {
            Fix(
                device: "d",
                time: .second(0),
                coordinate: Coordinate(latitude: 52.5, longitude: 13.4),
                horizontalAccuracy: .meters(accuracy)
            )
        }
        let before = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: EventRules())
        _ = before.process(fix(20))
        let after = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: EventRules())
        try after.restore(EngineState(decoding: before.state().encoded))
        _ = after.process(fix(isBetter ? 10 : 30))
        #expect(after.needsSorting == isBetter)
    }

    @Test(arguments: rules.indices) func `rejected fixes never hide that an input is unsorted`(number: Int)
        throws
    {
        for seed in UInt64(1)...150 {
            var random = SplitMix64(seed: seed)
            let lines = (0..<12).map { _ in
                let time = 1_767_225_600_000 + Int64.random(in: 0..<10, using: &random) * 30_000
                // Inside, outside, too far away to be believed, and nowhere.
                let places = ["52.5,13.4", "52.5,13.401", "52.503,13.4", "53.5,13.4", "53.501,13.4", "0,0"]
                let place = places[Int.random(in: 0..<places.count, using: &random)]
                return "d,\(time),\(place),\([5, 20, 100, -1][Int.random(in: 0..<4, using: &random)])"
            }
            let rules = Self.rules[number]
            let ordered = try sorted(lines)
            let expected = try PolicyEvaluationTests().evaluate(ordered, rules)
            for chunkSize in [60, 1 << 20] {
                let found = try PolicyEvaluationTests().evaluate(lines, rules, chunkSize: chunkSize)
                #expect(found.events == expected.events && found.counts == expected.counts, "seed \(seed)")
                #expect(try rejects(found, of: lines) == rejects(expected, of: ordered), "seed \(seed)")
            }
        }
    }
}
