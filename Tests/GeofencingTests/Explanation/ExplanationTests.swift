import TestSupport
import Testing

@testable import Geofencing

/// What `explain` says is what `evaluate` does.
@Suite struct ExplanationTests {
    /// What the comparison has seen.
    struct Tally {
        var pairs = 0
        var events = 0
        var decided: Set<PolicyRule> = []
        var rejected: Set<Rejection> = []
    }

    /// Evaluates files and explains every device in every geofence of them that is asked for; both must agree.
    ///
    /// - Parameters:
    ///   - maximumLateness: In milliseconds; `nil` where fixes do not wait for each other.
    ///   - quietPairs: How many geofences without an event are explained for each device.
    ///   - eventPairs: How many with events.
    ///   - deviceLimit: How many devices.
    static func compare(
        _ fences: [Geofence],
        _ paths: [String],
        _ rules: EventRules,
        maximumLateness: Int64? = nil,
        quietPairs: Int = 2,
        eventPairs: Int = .max,
        deviceLimit: Int = .max
    ) throws -> Tally {
        var followed = rules
        followed.recordsMuted = true
        let engine = try GeofenceEngine(checked: fences, rules: followed)
        var options = TraceEvaluation.Options()
        options.maximumLateness = maximumLateness
        var result = try TraceEvaluation(engine, traces: paths.map { TraceFile(path: $0) }, options: options).run()
        let registry = result.engine.registry
        var expected: [DeviceID: [Geofence.ID: [Transition]]] = [:]
        let ids = fences.filter(\.isActive).map(\.id).sorted()
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            let transition = Transition(
                record,
                device: registry.device(in: record.device),
                geofence: ids[Int(record.fence)]
            )
            expected[transition.device, default: [:]][transition.geofence, default: []].append(transition)
        }
        var tally = Tally()
        for device in registry.names.sorted().prefix(deviceLimit) {
            let events = expected[device] ?? [:]
            let quiet = ids.filter { events[$0] == nil }.prefix(quietPairs)
            let trace = try DeviceTrace(
                device,
                traces: paths.map { TraceFile(path: $0) },
                rules: rules,
                options: options
            )
            #expect(trace.wasSorted == result.wasSorted)
            for id in events.keys.sorted().prefix(eventPairs) + quiet {
                let explanation = try engine.explain(trace, in: id)
                // The order of output, as far as it concerns one pair: by time, else as decided.
                let explained = explanation.transitions.enumerated()
                    .sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1)
                if explained != events[id] ?? [] { Issue.record("\(device) in \(id) has other events") }
                for step in explanation.steps where !isSound(step, &tally) {
                    Issue.record("\(device) in \(id): \(step)")
                }
                tally.pairs += 1
                tally.events += explained.count
            }
        }
        return tally
    }

    private static let changing: Set<PolicyRule> = [
        .geometry, .arrived, .arrivalConfirmed, .departedByFixes, .departedByTime, .departedFar, .likelyInside,
        .likelyOutside,
    ]

    /// Whether the rule that is told says by itself whether the device changed sides.
    private static func isSound(_ step: Explanation.Step, _ tally: inout Tally) -> Bool {
        if let reason = step.rejection {
            tally.rejected.insert(reason)
            return step.transitions.isEmpty && step.before == step.after
        }
        tally.decided.insert(step.evidence.rule)
        let distance = step.evidence.distance.meters
        guard step.isCovered == (distance <= 0) || abs(distance) < 0.2 else { return false }
        // Neither silence nor the way between two fixes is the policy's.
        let decided = step.transitions.filter {
            $0.kind == .enter && !$0.isInferred || $0.kind == .exit && !$0.isInferred && $0.cause != .gap
        }
        return changing.contains(step.evidence.rule) == !decided.isEmpty
    }

    static let rules: [EventRules] = {
        let policies: [TransitionPolicy] = [.raw, .balanced(), .probability()]
        var eager = BalancedPolicy()
        (eager.exitFixes, eager.exitSpan, eager.exitBuffer) = (2, .seconds(10), .meters(1))
        return policies.map { EventRules(policy: $0) }
            + policies.map { EventRules(policy: $0, dwell: .seconds(60), staleAfter: .seconds(300)) }
            + [EventRules(policy: .balanced(eager)), EventRules(policy: .balanced(), order: .input)]
            + [EventRules(policy: .raw, passThrough: PassThrough())]
    }()

    @Test func `an inactive geofence mutes all its events`() throws {
        var home = RebaseTests.circle("home", 100)
        home.isActive = false
        let engine = try GeofenceEngine([home], rules: EventRules(policy: .raw, dwell: .seconds(10)))
        let fixes = [RebaseTests.fix(0), RebaseTests.fix(20), RebaseTests.fix(30, 500)]
        let explanation = try engine.explain("dog", in: "home", fixes: fixes)
        #expect(explanation.transitions.map(\.kind) == [.enter, .dwell, .exit])
        #expect(explanation.transitions.allSatisfy(explanation.isMuted))
    }

    @Test(arguments: rules.indices, TestEffort.seeds(51, 52))
    func `explanations have the transitions of an evaluation`(number: Int, seed: UInt64) throws {
        let lines = PolicyEvaluationTests.trace(seed: seed)
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        let file = try TemporaryFile(header + lines.joined(separator: "\n") + "\n", name: "t.csv")
        let tally = try Self.compare(PolicyEvaluationTests.fences, [file.path], Self.rules[number])
        #expect(tally.events > 20, "seed \(seed)")
        #expect(tally.rejected.contains(.duplicate), "seed \(seed)")
    }

    @Test(arguments: [0, 1, 2], [1, 3])
    func `a transition's evidence is that of its explanation, on any number of threads`(
        number: Int,
        threads: Int
    ) throws {
        let lines = PolicyEvaluationTests.trace(seed: 55)
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        let file = try TemporaryFile(header + lines.joined(separator: "\n") + "\n", name: "t.csv")
        var rules = Self.rules[number]
        rules.recordsEvidence = true
        let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
        var options = TraceEvaluation.Options()
        (options.threads, options.chunkSize) = (threads, 900)
        var result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)], options: options).run()
        var book = result.engine.evidence
        let registry = result.engine.registry
        var kept: [DeviceID: [EventID: [Evidence]]] = [:]
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            guard let evidence = book.take(record) else { return }
            let device = registry.device(in: record.device)
            let fence = PolicyEvaluationTests.fences[Int(record.fence)].id
            kept[device, default: [:]][Transition(record, device: device, geofence: fence).id, default: []].append(
                evidence
            )
        }
        var compared = 0
        for (device, events) in kept {
            let trace = try DeviceTrace(device, traces: [TraceFile(path: file.path)], rules: rules)
            for fence in PolicyEvaluationTests.fences {
                let explanation = try engine.explain(trace, in: fence.id)
                for step in explanation.steps {
                    for transition in step.transitions where !explanation.isMuted(transition) {
                        compared += 1
                        if events[transition.id]?.contains(step.evidence) != true { Issue.record("\(transition)") }
                    }
                }
            }
        }
        #expect(compared > 100 && compared == kept.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } })
    }

    @Test func `several events of one kind, geofence and time have their evidence in turn`() {
        var evidence = ShardEvidence()
        let record = TransitionRecord(
            time: 1,
            decidedTime: 1,
            latitude: 2,
            longitude: 3,
            device: 0,
            fence: 0,
            kind: .enter,
            cause: .movement
        )
        for meters in [4.0, 5] { evidence.add(Evidence(rule: .arrived, distance: .meters(meters)), for: record) }
        let told = (0..<2).map { _ in evidence.take(record)?.distance }
        #expect(told == [.meters(4), .meters(5)])
    }

    @Test func `unsorted fixes of several files are explained as they are evaluated`() throws {
        let lines = PolicyEvaluationTests.trace(seed: 53)
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        let first = try TemporaryFile(header + lines.reversed().joined(separator: "\n") + "\n", name: "a.csv")
        let second = try TemporaryFile(
            header + lines.prefix(500).joined(separator: "\nbad,x,1,2,3\n") + "\n",
            name: "b.csv"
        )
        let rules = EventRules()
        let tally = try Self.compare(PolicyEvaluationTests.fences, [first.path, second.path], rules)
        #expect(tally.rejected.isSuperset(of: [.duplicate, .conflicting, .nullIsland]))
        let trace = try DeviceTrace(
            "d1",
            traces: [TraceFile(path: first.path), TraceFile(path: second.path)],
            rules: rules
        )
        #expect(trace.wasSorted && trace.unreadable == 499 && trace.devices.count == 6)
        let place = try #require(trace.locations.first { $0.file == second.path })
        let index = try #require(trace.locations.firstIndex(of: place))
        // Every second line after the header is a record of the trace.
        let line = lines[((place.line ?? 0) - 2) / 2]
        #expect(line.hasPrefix("d1,\(trace.fixes[index].time)"))
    }

    @Test(arguments: [0, 1000, 60_000, 86_400_000] as [Int64])
    func `fixes reordered by lateness are explained as they are evaluated`(lateness: Int64) throws {
        var lines = PolicyEvaluationTests.trace(seed: 57)
        for place in stride(from: 0, to: lines.count - 20, by: 7) { lines.swapAt(place, place + 3 + place % 16) }
        let file = try TemporaryFile(
            "device_id,timestamp,latitude,longitude,horizontal_accuracy\n" + lines.joined(separator: "\n") + "\n",
            name: "a.csv"
        )
        for policy in [TransitionPolicy.raw, .balanced()] {
            let rules = EventRules(policy: policy)
            let tally = try Self.compare(PolicyEvaluationTests.fences, [file.path], rules, maximumLateness: lateness)
            #expect(tally.events > 20 && tally.rejected.contains(.late) == (lateness < 86_400_000))
        }
    }

    @Test func `a fix late after a rejected fix is explained as late`() throws {
        let file = try TemporaryFile(
            """
            device_id,timestamp,latitude,longitude,horizontal_accuracy
            d0,1767225600000,52.51,13.41,5
            d0,1767225700000,40,13.4,5
            d0,1767225720000,52.51,13.41,5
            d0,1767225650000,52.5,13.4,5

            """,
            name: "a.csv"
        )
        let rules = EventRules(policy: .balanced())
        let tally = try Self.compare(PolicyEvaluationTests.fences, [file.path], rules, maximumLateness: 10_000)
        #expect(tally.events == 0 && tally.rejected == [.impossibleSpeed, .late])
        let engine = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
        var options = TraceEvaluation.Options()
        options.maximumLateness = 10_000
        let trace = try DeviceTrace("d0", traces: [TraceFile(path: file.path)], rules: rules, options: options)
        let miss = try engine.explain(trace, in: "fence-0").nearMiss()
        #expect(miss.reason == .notReached && miss.changes.contains { $0 == .using(.impossibleSpeed) } == false)
    }

    @Test func `geofences of all shapes and policies are explained as they are evaluated`() throws {
        let policies: [TransitionPolicy?] = [nil, .raw, .probability(), .balanced()]
        let fences = MetroScenario(seed: 54, geofences: 30).geofences.enumerated().map { number, fence in
            var fence = fence
            fence.policy = policies[number % 4]
            fence.notifyOnEntry = number % 3 != 0
            return fence
        }
        let table = try FenceTable(fences)
        var random = SplitMix64(seed: 54)
        var text = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        for slot in fences.indices {
            // A walk from the border of each geofence.
            let box = table.boxes(ofFence: slot)[0]
            var (x, y) = (box.minX, (box.minY + box.maxY) / 2)
            for step in 0..<150 {
                x = min(box.maxX + 0.002, max(box.minX - 0.002, x + Double.random(in: -0.001...0.001, using: &random)))
                y = min(box.maxY + 0.002, max(box.minY - 0.002, y + Double.random(in: -0.001...0.001, using: &random)))
                text += "d\(slot),\(1_767_225_600 + step * 10),\(y),\(x),\(Int.random(in: 3...90, using: &random))\n"
            }
        }
        let file = try TemporaryFile(text, name: "t.csv")
        let tally = try Self.compare(fences, [file.path], EventRules(policy: .balanced()), quietPairs: 1)
        #expect(tally.events > 100 && tally.decided.count >= 10, "\(tally)")
    }

    @Test(.enabled(if: TestData.folder != nil, "the real data is not here"), arguments: [0, 1, 2])
    func `explanations of real traces have the transitions of an evaluation`(number: Int) throws {
        let folder = try #require(TestData.folder)
        for (trace, fences) in [
            ("oystercatchers_assen", "circles/navaids.csv"), ("gps_receiver_logs", "circles/populated_places_50m.csv"),
            ("gps_receiver_logs", "fences/states_provinces_50m.geojson"),
            ("hurricanes_east_pacific", "circles/navaids.csv"),
        ] {
            let read = try GeofenceReader.read([.file("\(folder)/\(fences)")]).geofences
            let validator = try FenceValidator()
            let valid = read.filter { (try? validator.check($0)) != nil }
            let tally = try Self.compare(
                valid,
                ["\(folder)/traces/\(trace).csv"],
                Self.rules[number],
                quietPairs: 1,
                eventPairs: 2,
                deviceLimit: 4
            )
            #expect(tally.pairs > 0)
        }
    }
}
