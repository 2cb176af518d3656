import TestSupport
import Testing

@testable import Geofencing

/// What must come of each situation that engines are known to get wrong.
@Suite struct ScenarioTests {
    typealias Situation = LabeledScenario.Situation

    static let seeds = TestEffort.seeds(1, 2, 3)

    /// The trace of a scenario as a file, evaluated as a whole.
    static func evaluate(_ scenario: LabeledScenario, _ rules: EventRules) throws -> EvaluationTally {
        let file = try TemporaryFile("")
        let output = try OutputFile(path: file.path)
        let writer = FixWriter(to: output, format: .csv)
        let names = (0..<scenario.deviceCount).map { writer.escaped(MetroScenario.deviceID($0)) }
        for fix in scenario.fixes { try writer.write(fix, device: names[Int(fix.device)]) }
        try output.commit()
        var rules = rules
        rules.recordsMuted = true
        let geofences = scenario.geofences.sorted { $0.id < $1.id }
        let engine = try GeofenceEngine(geofences, rules: rules)
        var result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)]).run()
        return try EvaluationTally(&result, geofences: geofences, flapWindow: 300_000)
    }

    /// The transitions of an engine that is given the fixes one by one, in order of time.
    static func transitions(_ scenario: LabeledScenario) throws -> [Transition] {
        let engine = try GeofenceEngine(scenario.geofences)
        return scenario.fixes.sorted { $0.time < $1.time }.flatMap { fix in
            engine.process(
                Fix(
                    device: MetroScenario.deviceID(Int(fix.device)),
                    time: Timestamp(unixMilliseconds: fix.time),
                    coordinate: fix.coordinate,
                    horizontalAccuracy: .meters(Double(fix.horizontalAccuracy))
                )
            )
        }
    }

    static func scenario(
        _ situation: Situation,
        seed: UInt64,
        devices: Int = 10,
        _ adjust: (inout LabeledScenario.Settings) -> Void = { _ in }
    ) -> LabeledScenario {
        var settings = LabeledScenario.Settings()
        adjust(&settings)
        return LabeledScenario(situation, seed: seed, devices: devices, settings: settings)
    }

    func compare(_ scenario: LabeledScenario, _ rules: EventRules) throws -> LabelComparison {
        LabelComparison(found: try Self.evaluate(scenario, rules).visits, labels: scenario.visits)
    }

    @Test(arguments: [Situation.stationaryNoise, .outliers], seeds)
    func `a day at rest is one ENTER under balanced and many EXITs under raw`(situation: Situation, seed: UInt64)
        throws
    {
        let scenario = Self.scenario(situation, seed: seed)
        let balanced = try Self.evaluate(scenario, EventRules())
        #expect(balanced.counts == [.enter: 10], "seed \(seed)")
        let raw = try Self.evaluate(scenario, EventRules(policy: .raw))
        // Thousands for each of ten devices where all fixes are noisy, hundreds where one in twenty is wild.
        let most = situation == .stationaryNoise ? 20_000 : 2000
        #expect(raw.counts.values.reduce(0, +) > most, "seed \(seed)")
    }

    /// A walker needs band / 1.4 m/s to come out of the band, then half a minute to confirm it; noise may take back
    /// what was counted once or twice.
    @Test(arguments: [(8.0, 90), (20.0, 120), (50.0, 180), (150.0, 300)], seeds)
    func `a departure on foot is decided within the stated delay`(
        stated: (accuracy: Double, seconds: Int64),
        seed: UInt64
    )
        throws
    {
        let scenario = Self.scenario(.departure, seed: seed, devices: 50) { $0.accuracy = stated.accuracy }
        let tally = try Self.evaluate(scenario, EventRules())
        let comparison = LabelComparison(found: tally.visits, labels: scenario.visits)
        #expect(comparison.missed == 0, "seed \(seed)")
        #expect(comparison.falseVisits == 0, "seed \(seed)")
        #expect(tally.counts == [.enter: 50, .exit: 50], "seed \(seed)")
        // Since the true crossing, whatever time the event has.
        let ends = Dictionary(uniqueKeysWithValues: scenario.visits.map { ($0.device, $0.exit) })
        let exits = try Self.transitions(scenario).filter { $0.kind == .exit }
        let slowest = try exits.map { $0.decidedTime.unixMilliseconds - (try #require(ends[$0.device] ?? nil)) }.max()
        #expect(try #require(slowest) <= stated.seconds * 1000, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `at most one in twenty five-minute visits to a 24 m deep shop is missed`(seed: UInt64) throws {
        let scenario = Self.scenario(.smallShop, seed: seed, devices: 100)
        let comparison = try compare(scenario, EventRules())
        #expect(comparison.known == 100)
        #expect(comparison.missed <= 5, "seed \(seed)")
        #expect(comparison.falseVisits <= 5, "seed \(seed)")
    }

    @Test(arguments: PolicyEvaluationTests.policies, seeds)
    func `a 30 m/s drive through a 200 m geofence with one fix a minute is timed to the second`(
        policy: TransitionPolicy,
        seed: UInt64
    ) throws {
        let scenario = Self.scenario(.passThrough, seed: seed, devices: 40)
        let rules = EventRules(policy: policy, passThrough: PassThrough())
        let tally = try Self.evaluate(scenario, rules)
        let comparison = LabelComparison(found: tally.visits, labels: scenario.visits)
        #expect(comparison.known == 40)
        #expect(comparison.falseVisits == 0, "seed \(seed)")
        #expect(comparison.missed == 0, "seed \(seed)")
        // One drive in nine or so has a fix inside.
        let inferred = tally.inferred / 2
        #expect(inferred >= 30, "seed \(seed)")
        for errors in [comparison.enterErrors, comparison.exitErrors] {
            // raw dates by the fix.
            let share = policy.isRaw ? Double(inferred) / Double(errors.count) : 1
            #expect(errors.percentile(share) ?? .max < 1000, "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `a newest-first upload yields the same visits as a sorted stream`(seed: UInt64) throws {
        let scenario = Self.scenario(.newestFirst, seed: seed)
        let uploaded = try Self.evaluate(scenario, EventRules())
        let visits = try Self.transitions(scenario).filter { $0.kind == .exit }.map { event in
            LabeledVisit(
                device: event.device,
                geofence: event.geofence,
                enter: try #require(event.visitStart).unixMilliseconds,
                exit: event.time.unixMilliseconds
            )
        }
        #expect(visits.count == 60)
        #expect(Set(uploaded.visits) == Set(visits), "seed \(seed)")
        let comparison = LabelComparison(found: uploaded.visits, labels: scenario.visits)
        #expect(comparison.missed == 0 && comparison.falseVisits == 0 && uploaded.flaps == 0, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `visits at the antimeridian are found without false visits`(seed: UInt64) throws {
        let scenario = Self.scenario(.antimeridian, seed: seed)
        let tally = try Self.evaluate(scenario, EventRules())
        let comparison = LabelComparison(found: tally.visits, labels: scenario.visits)
        #expect(comparison.missed == 0 && comparison.falseVisits == 0, "seed \(seed): \(comparison)")
        #expect(tally.visits.count == comparison.known, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `fixes with kilometer accuracy split visits unless an accuracy limit rejects them`(seed: UInt64) throws {
        let scenario = Self.scenario(.tunnel, seed: seed)
        let pieces = try Self.evaluate(scenario, EventRules())
        #expect(pieces.visits.count > 10, "seed \(seed)")
        var limits = FixLimits.standard
        limits.maximumAccuracy = .meters(500)
        let tally = try Self.evaluate(scenario, EventRules(limits: limits))
        let comparison = LabelComparison(found: tally.visits, labels: scenario.visits)
        #expect(comparison.missed == 0 && tally.visits.count == 10, "seed \(seed)")
        #expect(comparison.exitErrors.percentile(1) ?? .max < 2000, "seed \(seed)")
    }

    /// From the middle of one square to the middle of the next: both boundaries are crossed at the same time.
    @Test(arguments: PolicyEvaluationTests.policies)
    func `moving between adjacent geofences reports the EXIT before the ENTER`(policy: TransitionPolicy) throws {
        func square(_ id: Geofence.ID, _ west: Double) throws -> Geofence {
            let corners = [(0.0, 0.0), (0.01, 0), (0.01, 0.01), (0, 0.01)]
            return Geofence(
                id,
                .polygon(try Polygon(corners.map { Coordinate(latitude: $0.1, longitude: $0.0 + west) }))
            )
        }
        let lines = [(0, 0.005), (60, 0.005), (120, 0.015), (180, 0.015), (400, 0.015)].map {
            "bus,\(1_767_225_600_000 + $0 * 1000),0.005,\($1),10\n"
        }
        let file = try TemporaryFile("device,ts_unix_ms,lat,lon,accuracy\n" + lines.joined())
        let engine = try GeofenceEngine([square("z", 0), square("a", 0.01)], policy: policy)
        var result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)]).run()
        var kinds: [Transition.Kind] = []
        try result.transitions.drain(registry: result.engine.registry) { record throws(GeofenceError) in
            kinds.append(record.kind)
        }
        #expect(kinds == [.enter, .exit, .enter])
    }

    /// A parked device in two zones around one place; now and then a fix is 150 m off, and says that it may be 200 m.
    @Test(arguments: seeds)
    func `intermittent poor accuracy causes no EXIT from concentric zones`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let center = Coordinate(latitude: 48, longitude: 11)
        let zones = [("inner", 100.0), ("outer", 300)].map {
            Geofence(Geofence.ID($0.0), .circle(center: center, radius: .meters($0.1)))
        }
        let engine = try GeofenceEngine(zones)
        var events: [Transition] = []
        for step in 0..<8640 {
            let isSpike = random.integer(in: 1...10) == 1
            let error = isSpike ? 150.0 : 5
            let (sine, cosine) = PortableMath.sineAndCosine(turns: random.uniform(0...1))
            let place = Coordinate(
                latitude: center.latitude + error * sine / 111_200,
                longitude: center.longitude + error * cosine / 74_600
            )
            events += engine.process(
                Fix(
                    device: "van",
                    time: .second(Int64(step) * 10),
                    coordinate: place,
                    horizontalAccuracy: .meters(isSpike ? 200 : 8)
                )
            )
        }
        #expect(events.map(\.kind) == [.enter, .enter], "seed \(seed)")
    }
}
