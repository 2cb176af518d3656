import TestSupport
import Testing

@testable import Geofencing

/// The same events whatever the way to them, for every policy.
@Suite struct PolicyEvaluationTests {
    static let policies = [TransitionPolicy.raw, .balanced(), .probability()]

    /// Circles and squares of 40 to 200 m around a place, some with rules of their own.
    static let fences: [Geofence] = (try? (0..<8).map(fence)) ?? []

    static func fence(_ number: Int) throws -> Geofence {
        let center = Coordinate(
            latitude: 52.5 + Double(number / 3) * 0.002,
            longitude: 13.4 + Double(number % 3) * 0.003
        )
        let size = 40 + Double(number) * 20
        let half = size / 111_000
        let square = try Polygon([
            Coordinate(latitude: center.latitude - half, longitude: center.longitude - half),
            Coordinate(latitude: center.latitude - half, longitude: center.longitude + half),
            Coordinate(latitude: center.latitude + half, longitude: center.longitude + half),
            Coordinate(latitude: center.latitude + half, longitude: center.longitude - half),
            Coordinate(latitude: center.latitude - half, longitude: center.longitude - half),
        ])
        return Geofence(
            Geofence.ID("fence-\(number)"),
            number % 2 == 0 ? .circle(center: center, radius: .meters(size)) : .polygon(square),
            notifyOnExit: number != 3
        )
    }

    /// Lines of a trace: devices that wander among the geofences and are measured with errors; some fixes are repeated,
    /// contradicted or at 0, 0.
    static func trace(seed: UInt64) -> [String] {
        var random = SplitMix64(seed: seed)
        var lines: [String] = []
        var places = (0..<6).map { _ in (52.502, 13.403) }
        for step in 0..<400 {
            for device in places.indices {
                let walk = device == 0 ? 0 : 0.0004
                places[device].0 += Double.random(in: -walk...walk, using: &random)
                places[device].1 += Double.random(in: -walk...walk, using: &random)
                places[device].0 = min(52.507, max(52.497, places[device].0))
                places[device].1 = min(13.409, max(13.397, places[device].1))
                let accuracy = [5, 15, 40, 120, 0, -1][Int.random(in: 0..<6, using: &random)]
                let error = Double(max(accuracy, 10)) / 150_000
                var (latitude, longitude) = (
                    places[device].0 + Double.random(in: -error...error, using: &random),
                    places[device].1 + Double.random(in: -error...error, using: &random)
                )
                let event = Int.random(in: 0..<200, using: &random)
                if event == 0 { (latitude, longitude) = (0, 0) }
                let time = 1_767_225_600_000 + step * 20_000 + (event == 1 ? 5_000_000 : 0)
                let line = "d\(device),\(time),\(latitude),\(longitude),\(accuracy)"
                if event != 1 { lines.append(line) }
                if event == 2 { lines.append(line) }
                if event == 3 { lines.append("d\(device),\(time),\(latitude + 0.001),\(longitude),3") }
            }
        }
        return lines
    }

    struct Outcome: Equatable {
        var events: [String] = []
        var counts = FixCounts()
        /// Lines and reasons, in the order in which they were told.
        var rejected: [String] = []
    }

    func evaluate(
        _ lines: [String],
        _ rules: EventRules,
        engine kind: EngineKind = .cells,
        threads: Int = 1,
        chunkSize: Int = 1 << 20,
        lateness: Int64? = nil
    ) throws -> Outcome {
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy"
        let file = try TemporaryFile(([header] + lines).joined(separator: "\n") + "\n")
        let engine = try GeofenceEngine(checked: Self.fences, rules: rules, engine: kind)
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.chunkSize = chunkSize
        options.maximumLateness = lateness
        let log = RejectLog()
        var result = try TraceEvaluation(
            engine,
            traces: [TraceFile(path: file.path)],
            options: options,
            observer: log.observer
        ).run()
        var outcome = Outcome(counts: result.counts, rejected: log.lines)
        let registry = result.engine.registry
        let encoder = TransitionEncoder(format: .ndjson, isFull: !engine.isGeometric)
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            guard !record.isMuted else { return }
            let fence = Self.fences[Int(record.fence)].id
            var text: [UInt8] = []
            encoder.append(Transition(record, device: registry.device(in: record.device), geofence: fence), to: &text)
            outcome.events.append(String(decoding: text, as: UTF8.self))
        }
        return outcome
    }

    @Test(arguments: policies, TestEffort.seeds(11, 12))
    func `threads, chunks, index and input order change no result`(policy: TransitionPolicy, seed: UInt64) throws {
        let lines = Self.trace(seed: seed)
        let passing = PassThrough()
        let rules = EventRules(policy: policy, dwell: .seconds(60), staleAfter: .seconds(300), passThrough: passing)
        let one = try evaluate(lines, rules)
        #expect(!one.events.isEmpty)
        if policy.isRaw { #expect(one.events.contains { $0.contains("inferred") }) }
        #expect(one.counts.read == lines.count)
        #expect(try evaluate(lines, rules, threads: 4, chunkSize: 700) == one)
        #expect(try evaluate(lines, rules, chunkSize: 100) == one)
        #expect(try evaluate(lines, rules, engine: .geos) == one)
        #expect(try stream(lines, rules).sorted() == one.events.sorted())
        // Of fixes that differ in nothing but their place in the input the first one counts.
        let backwards = try evaluate(lines.reversed(), rules, threads: 2, chunkSize: 3000)
        if !policy.isRaw { #expect(backwards.events == one.events) }
        #expect(backwards.counts.read == lines.count)
    }

    /// The ledger of visits, those of muted events too, as `--visits` writes it.
    func ledger(
        _ lines: [String],
        _ rules: EventRules,
        threads: Int = 1,
        chunkSize: Int = 1 << 20,
        lateness: Int64? = nil
    ) throws -> String {
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy"
        let file = try TemporaryFile(([header] + lines).joined(separator: "\n") + "\n")
        var rules = rules
        rules.recordsMuted = true
        var options = TraceEvaluation.Options()
        (options.threads, options.chunkSize, options.maximumLateness) = (threads, chunkSize, lateness)
        let engine = try GeofenceEngine(checked: Self.fences, rules: rules)
        var result = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)], options: options).run()
        let registry = result.engine.registry
        let encoder = VisitEncoder(format: .csv)
        var text: [UInt8] = []
        func append(_ visit: VisitRecord) {
            let device = registry.device(in: visit.device).rawValue
            let names = EscapedNames(for: .csv, [device, Self.fences[Int(visit.fence)].id.rawValue])
            encoder.append(visit, device: 0, geofence: 1, of: names, to: &text)
        }
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            if record.kind == .exit { append(VisitRecord(record)) }
        }
        for visit in result.engine.openVisits { append(visit) }
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: policies, TestEffort.seeds(61, 62))
    func `threads, chunks and streaming do not change a byte of the visits`(
        policy: TransitionPolicy,
        seed: UInt64
    ) throws {
        let lines = Self.trace(seed: seed)
        for rules in [
            EventRules(policy: policy),
            EventRules(policy: policy, staleAfter: .seconds(300), passThrough: PassThrough()),
        ] {
            let whole = try ledger(lines, rules)
            #expect(whole.split(separator: "\n").count > 20, "seed \(seed)")
            for (threads, chunkSize) in [(1, 100), (4, 100), (1, 700), (2, 700), (2, 5000), (4, 5000)] {
                #expect(try ledger(lines, rules, threads: threads, chunkSize: chunkSize) == whole, "seed \(seed)")
            }
            #expect(try ledger(lines, rules, threads: 2, chunkSize: 700, lateness: 60_000) == whole, "seed \(seed)")
        }
    }

    /// The events of an engine that is given one fix after the other.
    func stream(_ lines: [String], _ rules: EventRules) throws -> [String] {
        let engine = try GeofenceEngine(checked: Self.fences, rules: rules)
        let encoder = TransitionEncoder(format: .ndjson, isFull: !engine.isGeometric)
        // Under raw the first of several fixes at one time counts, whatever its accuracy.
        var reorderer = FixReorderer(maximumLateness: rules.policy.isRaw ? .zero : .seconds(100_000), rules: rules)
        var transitions: [Transition] = []
        for line in lines { transitions += engine.process(reorderer.add(try Self.fix(line))) }
        transitions += engine.process(reorderer.flush())
        return transitions.map { transition in
            var text: [UInt8] = []
            encoder.append(transition, to: &text)
            return String(decoding: text, as: UTF8.self)
        }
    }

    static func fix(_ line: String) throws -> Fix {
        let cells = line.split(separator: ",").map(String.init)
        let (time, latitude) = (try #require(Int64(cells[1])), try #require(Double(cells[2])))
        let (longitude, accuracy) = (try #require(Double(cells[3])), try #require(Double(cells[4])))
        return Fix(
            device: DeviceID(cells[0]),
            time: Timestamp(unixMilliseconds: time),
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            horizontalAccuracy: accuracy > 0 ? .meters(accuracy) : nil
        )
    }

    @Test(arguments: policies, TestEffort.seeds(41, 42))
    func `a stream within its lateness equals the sorted file`(policy: TransitionPolicy, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = EventRules(policy: policy, dwell: .seconds(60), passThrough: PassThrough())
        let sorted = Self.trace(seed: seed)
        // Each line comes up to 100 s late; those of one time stay in turn.
        let keyed = sorted.enumerated().map { number, line in
            (line, number / 6 * 20 + Int.random(in: 0..<6, using: &random) * 20, number)
        }
        let lines = keyed.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
        #expect(lines != sorted)
        let stream = try evaluate(lines, rules, lateness: 120_000)
        #expect(stream.counts.rejected[.late] == nil)
        #expect(stream.events == (try evaluate(lines, rules)).events, "seed \(seed)")
        // What is later is not used, in the same way however the stream is cut.
        let hasty = try evaluate(lines, rules, lateness: 5000)
        #expect(hasty.counts.rejected[.late] ?? 0 > 10, "seed \(seed)")
        #expect(hasty.counts.read == lines.count)
        #expect(hasty.rejected.count == hasty.counts.rejected.values.reduce(0, +))
        #expect(try evaluate(lines, rules, threads: 4, chunkSize: 700, lateness: 5000) == hasty, "seed \(seed)")
        #expect(try evaluate(lines, rules, chunkSize: 100, lateness: 5000) == hasty, "seed \(seed)")
    }

    @Test(arguments: TestEffort.seeds(51, 52))
    func `several engines in one pass give the results each gives alone`(seed: UInt64) throws {
        let lines = Self.trace(seed: seed).reversed().map(\.self)
        let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy"
        let file = try TemporaryFile(([header] + lines).joined(separator: "\n") + "\n")
        let engines = try Self.policies.map { try GeofenceEngine(checked: Self.fences, rules: EventRules(policy: $0)) }
        for order in [engines, engines.reversed()] {
            let results = try TraceEvaluation(order, traces: [TraceFile(path: file.path)]).runAll()
            for (engine, result) in zip(order, results) {
                var (together, alone) = (
                    result, try TraceEvaluation(engine, traces: [TraceFile(path: file.path)]).run()
                )
                #expect(together.counts == alone.counts, "seed \(seed)")
                #expect(try times(&together) == times(&alone), "seed \(seed)")
            }
        }
    }

    private func times(_ result: inout TraceResult) throws -> [[Int64]] {
        var times: [[Int64]] = []
        let registry = result.engine.registry
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            times.append([record.time, record.decidedTime, Int64(record.fence), Int64(record.kind.order)])
        }
        return times
    }

    @Test(arguments: policies, TestEffort.seeds(21, 22))
    func `ENTER and EXIT alternate, with at most one DWELL between`(policy: TransitionPolicy, seed: UInt64) throws {
        var rules = EventRules(policy: policy, dwell: .seconds(60), staleAfter: .seconds(300))
        rules.recordsMuted = true
        let engine = try GeofenceEngine(checked: Self.fences, rules: rules)
        var visits: [String: (start: Int64, hasDwelled: Bool)] = [:]
        var last: [String: Int64] = [:]
        for line in Self.trace(seed: seed) {
            let fix = try Self.fix(line)
            for event in engine.process(fix) where event.geofence != "fence-3" {
                let key = "\(event.device) \(event.geofence)"
                let moment = event.time.unixMilliseconds
                #expect(moment >= last[key] ?? .min && event.time <= event.decidedTime, "seed \(seed): \(event)")
                if let interval = event.interval { #expect(interval.contains(event.time), "seed \(seed): \(event)") }
                last[key] = moment
                switch event.kind {
                case .enter:
                    #expect(visits[key] == nil, "seed \(seed): \(event)")
                    visits[key] = (moment, false)
                case .dwell:
                    #expect(visits[key]?.hasDwelled == false, "seed \(seed): \(event)")
                    #expect(visits[key]?.start == moment - 60_000, "seed \(seed): \(event)")
                    visits[key]?.hasDwelled = true
                case .exit:
                    #expect(visits[key] != nil, "seed \(seed): \(event)")
                    #expect(visits[key]?.start == event.visitStart?.unixMilliseconds, "seed \(seed): \(event)")
                    visits[key] = nil
                }
            }
        }
        #expect(!last.isEmpty)
    }

    @Test(arguments: TestEffort.seeds(31, 32))
    func `raw reports the same transitions when visits are recorded`(seed: UInt64) throws {
        let lines = Self.trace(seed: seed)
        var rules = EventRules(policy: .raw)
        let plain = try evaluate(lines, rules)
        rules.recordsMuted = true
        let followed = try evaluate(lines, rules)
        #expect(followed.counts == plain.counts)
        #expect(followed.events.count == plain.events.count)
        for (one, other) in zip(followed.events, plain.events) {
            #expect(one.hasPrefix(String(other.dropLast(2))), "seed \(seed)")
        }
    }
}
