import Geofencing
import TestSupport
import Testing

/// Whole traces, evaluated by a program.
@Suite struct EngineTracesTests {
    static let header = "device_id,timestamp,latitude,longitude"
    static let center = Coordinate(latitude: 52.52, longitude: 13.405)
    static let zone = Geofence("zone", .circle(center: center, radius: .meters(200)))
    static let around = Geofence("around", .circle(center: center, radius: .meters(900)))

    /// Twelve devices that come and go, a fix every minute; the rows of one minute are in order of the devices.
    static let rows: [String] = (0..<240).flatMap { minute in
        (0..<12).map { device in
            let offset = Double((minute * (device + 3)) % 50 - 25) * 0.0008
            return "d\(device),\(1_767_225_600 + minute * 60),\(52.52 + offset),13.405"
        }
    }

    static func trace(_ rows: some Sequence<String>, name: String = "trace") -> TraceFile {
        TraceFile(contents: (header + "\n" + rows.joined(separator: "\n") + "\n").utf8, name: name)
    }

    /// The transitions of traces, as lines.
    static func lines(
        _ traces: [TraceFile],
        _ engine: GeofenceEngine,
        threads: Int = 1
    ) throws -> (lines: [String], evaluated: EvaluatedTraces) {
        var lines: [String] = []
        let evaluated = try engine.evaluate(traces, threads: threads) { lines.append($0.json()) }
        return (lines, evaluated)
    }

    static func engine(_ policy: TransitionPolicy = .balanced()) throws -> GeofenceEngine {
        try GeofenceEngine([zone, around], policy: policy)
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced(), .probability()])
    func `traces have the transitions of their fixes, in order of time`(policy: TransitionPolicy) throws {
        let other = try Self.engine(policy)
        var expected: [Transition] = []
        try Self.trace(Self.rows).forEachBatch { expected += other.process($0) }
        #expect(expected.count > 1000)
        let engine = try Self.engine(policy)
        for threads in [1, 2, 5] {
            let parts = [Self.trace(Self.rows[..<1000]), Self.trace(Self.rows[1000...])]
            var found: [Transition] = []
            let evaluated = try engine.evaluate(parts, threads: threads) { found.append($0) }
            #expect(Set(found) == Set(expected) && found.count == expected.count)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.time <= $1.time })
            #expect(evaluated.counts.used == Self.rows.count && !evaluated.wasSorted)
        }
        #expect(engine.counts == FixCounts() && engine.openVisits.isEmpty)
    }

    @Test func `fixes that are out of order are sorted`() throws {
        let expected = try Self.lines([Self.trace(Self.rows)], Self.engine()).lines
        for threads in [1, 3] {
            let (lines, evaluated) = try Self.lines([Self.trace(Self.rows.reversed())], Self.engine(), threads: threads)
            #expect(lines == expected && evaluated.wasSorted)
        }
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced()])
    func `the engine that is returned goes on from there`(policy: TransitionPolicy) throws {
        let engine = try Self.engine(policy)
        let all = try Self.lines([Self.trace(Self.rows)], engine)
        let first = try Self.lines([Self.trace(Self.rows[..<1500])], engine, threads: 2)
        let middle = first.evaluated.engine
        let before = middle.state().encoded
        // The rest is in order of time, or not, or comes fix by fix.
        for rest in [Self.rows[1500...], Self.rows[1500...].reversed()[...]] {
            let rest = try Self.lines([Self.trace(rest)], middle, threads: 2)
            #expect((first.lines + rest.lines).sorted() == all.lines.sorted())
            #expect(rest.evaluated.engine.state().encoded == all.evaluated.engine.state().encoded)
            #expect(rest.evaluated.counts.used == Self.rows.count - 1500 && middle.state().encoded == before)
        }
        var live: [String] = []
        try Self.trace(Self.rows[1500...]).forEachBatch { live += middle.process($0).map { $0.json() } }
        #expect((first.lines + live).sorted() == all.lines.sorted())
    }

    @Test func `a fix that is older than what the engine knows is late`() throws {
        let engine = try Self.lines([Self.trace(Self.rows[..<1500])], Self.engine()).evaluated.engine
        let again = try Self.lines([Self.trace(Self.rows[600...])], engine).evaluated
        #expect(again.counts.used == Self.rows.count - 1500 && again.wasSorted)
        #expect(again.counts.rejected == [.late: 888, .duplicate: 12])
    }

    @Test func `each record that is not used is reported once, before the transitions`() throws {
        var rows = Self.rows
        rows.insert("d1,soon,52.52,13.405", at: 300)
        rows.insert(rows[200], at: 201)
        rows.insert("d1,1767225600,99,13.405", at: 100)
        for isSorted in [true, false] {
            if !isSorted { rows.append(rows.remove(at: 500)) }
            var rejected: [RejectedTraceRecord] = []
            var told = 0
            let evaluated = try Self.engine().evaluate(
                [Self.trace(Self.rows[..<12], name: "a"), Self.trace(rows[12...], name: "b")],
                threads: 2,
                rejecting: { rejected.append($0) },
                { _ in told = rejected.count }
            )
            #expect(
                rejected.map(\.reason).sorted { $0.rawValue < $1.rawValue } == [.duplicate, .outOfRange, .timestamp]
            )
            #expect(told == 3 && evaluated.wasSorted == !isSorted)
            #expect(evaluated.counts.rejected == [.outOfRange: 1, .duplicate: 1, .timestamp: 1])
            let wrong = try #require(rejected.first { $0.reason == .timestamp })
            #expect(wrong.location == InputLocation(file: "b", line: 292, column: 4))
            #expect(wrong.record == Array("d1,soon,52.52,13.405".utf8) && !wrong.recoverySuggestion.isEmpty)
            let repeated = try #require(rejected.first { $0.reason == .duplicate })
            #expect(repeated.location == InputLocation(file: "b", line: 192) && repeated.record.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `the same traces explain each transition`(isReversed: Bool) throws {
        let engine = try Self.engine()
        let traces = [Self.trace(isReversed ? Self.rows.reversed() : Self.rows)]
        var expected: [DeviceID: [Transition]] = [:]
        try engine.evaluate(traces) { if $0.geofence == "zone" { expected[$0.device, default: []].append($0) } }
        #expect(expected.count == 11)
        for (device, transitions) in expected {
            let explanation = try engine.explain(device, in: "zone", traces: traces)
            #expect(explanation.steps.count == 240)
            #expect(explanation.transitions.sorted { $0.time < $1.time } == transitions)
        }
        #expect(try engine.explain("nobody", in: "zone", traces: traces).steps.isEmpty)
        #expect(failure { try engine.explain("d1", in: "nowhere", traces: traces) }?.code == .unknownGeofence)
    }

    @Test func `each trace has its own offset from UTC`() throws {
        let text = Self.header + "\nvan,2026-01-01T08:00:00,52.52,13.405\n"
        let traces = [2, 0].map { hours in
            TraceFile(contents: text.utf8, name: "trace", utcOffset: UTCOffset(seconds: hours * 3600))
        }
        let (lines, evaluated) = try Self.lines(traces, Self.engine())
        #expect(evaluated.counts.used == 2)
        #expect(lines.map { $0.contains("\"ts_unix_ms\":1767247200000") } == [true, true], "\(lines)")
    }

    @Test func `errors of the caller end the evaluation and are passed on`() throws {
        var seen = 0
        #expect(throws: CallersError(number: 3)) {
            try Self.engine().evaluate([Self.trace(Self.rows)]) { _ in
                seen += 1
                if seen == 3 { throw CallersError(number: 3) }
            }
        }
        #expect(seen == 3)
        #expect(throws: CallersError(number: 7)) {
            try Self.engine().evaluate(
                [Self.trace(["d1,0,0,900"])],
                rejecting: { _ in throw CallersError(number: 7) },
                { _ in }
            )
        }
        #expect(
            failure { try Self.engine().evaluate([TraceFile(path: "no-such-file.csv")]) { _ in } }?.code
                == .unreadableInput
        )
    }

    @Test func `an edit while transitions are handed out does not show in them`() throws {
        let engine = try Self.engine()
        let expected = try Self.lines([Self.trace(Self.rows)], engine).lines
        var lines: [String] = []
        let evaluated = try engine.evaluate([Self.trace(Self.rows)]) { transition in
            if lines.isEmpty { try engine.remove("around") }
            lines.append(transition.json())
        }
        #expect(lines == expected)
        #expect(try evaluated.engine.geofences(covering: Self.center) == ["around", "zone"])
        #expect(try engine.geofences(covering: Self.center) == ["zone"])
    }

    @Test func `edits and muted events count`() throws {
        let engine = try Self.engine()
        var quiet = Self.zone
        quiet.notifyOnEntry = false
        try engine.remove("around")
        try engine.upsert(quiet)
        let (lines, _) = try Self.lines([Self.trace(Self.rows)], engine, threads: 2)
        #expect(lines.contains { $0.contains("EXIT") } && !lines.contains { $0.contains("ENTER") })
        #expect(!lines.contains { $0.contains("around") })
    }
}
