import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// What an engine knows of its devices, taken out and put back.
@Suite struct EngineStateTests {
    /// Rules that keep something of every kind.
    static let rules: [EventRules] = {
        let dwell = Duration.seconds(60)
        let stale = Duration.seconds(300)
        var muted = EventRules(policy: .balanced(), dwell: dwell)
        muted.recordsMuted = true
        return [
            EventRules(policy: .raw), EventRules(policy: .raw, passThrough: PassThrough()),
            EventRules(policy: .raw, order: .input), EventRules(policy: .raw, dwell: dwell, staleAfter: stale),
            EventRules(policy: .balanced()), EventRules(policy: .balanced(), dwell: dwell, staleAfter: stale),
            EventRules(policy: .probability(), dwell: dwell), muted,
        ]
    }()

    @Test func `enum cases keep the order that states store`() {
        // A case that is added goes to the end; one that moves needs a new version of states, checkpoints and logs.
        #expect(Transition.Kind.allCases.map(\.rawValue) == ["ENTER", "EXIT", "DWELL"])
        #expect(
            Transition.Cause.allCases.map(\.rawValue) == [
                "movement", "initial", "fence_added", "fence_changed", "fence_removed", "gap",
            ]
        )
        #expect(
            Rejection.allCases.map(\.rawValue) == [
                "syntax", "truncated", "line_too_long", "column_count", "missing_value", "device_id", "timestamp",
                "coordinate", "out_of_range", "null_island", "future", "too_old", "impossible_speed", "inaccurate",
                "late", "duplicate", "conflicting",
            ]
        )
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -90.000_001])
    func `an invalid coordinate in a state is refused`(latitude: Double) {
        var writer = StateWriter()
        writer.append(Coordinate(latitude: latitude, longitude: 0))
        let kind = StateKind(mark: "GFTEST0\n", version: 1, name: "state")
        #expect(throws: GeofenceError.self) {
            var reader = try StateReader(writer.sealed(as: kind), as: kind)
            _ = try reader.coordinate()
        }
    }

    static func fixes(seed: UInt64) throws -> [Fix] {
        try PolicyEvaluationTests.trace(seed: seed).map { line in
            let cells = line.split(separator: ",").map(String.init)
            let accuracy = try #require(Double(cells[4]))
            return Fix(
                device: DeviceID(cells[0]),
                time: Timestamp(unixMilliseconds: try #require(Int64(cells[1]))),
                coordinate: Coordinate(
                    latitude: try #require(Double(cells[2])),
                    longitude: try #require(Double(cells[3]))
                ),
                horizontalAccuracy: accuracy > 0 ? .meters(accuracy) : nil
            )
        }
    }

    func engine(_ rules: EventRules, _ fences: [Geofence] = PolicyEvaluationTests.fences) throws -> GeofenceEngine {
        try GeofenceEngine(checked: fences, rules: rules)
    }

    @Test(arguments: rules, TestEffort.seeds(1, 2, 3))
    func `a run restored at any point in a new engine has the same transitions`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        let fixes = try Self.fixes(seed: seed)
        let uncut = try engine(rules)
        let expected = uncut.process(fixes)
        #expect(!expected.isEmpty)
        var random = SplitMix64(seed: seed)
        for _ in 0..<4 {
            let cut = Int.random(in: 0...fixes.count, using: &random)
            let first = try engine(rules)
            var events = first.process(fixes[..<cut])
            let bytes = first.state().encoded
            let second = try engine(rules)
            #expect(try second.restore(EngineState(decoding: bytes)).isEmpty)
            #expect(second.state().encoded == bytes, "seed \(seed), cut at \(cut)")
            events += second.process(fixes[cut...])
            #expect(events == expected, "seed \(seed), cut at \(cut)")
            #expect(second.state().encoded == uncut.state().encoded, "seed \(seed), cut at \(cut)")
        }
    }

    @Test(arguments: 1...2)
    func `a state does not depend on when distances were measured`(cut: Int) throws {
        let kite = [(52.4995, 13.4), (52.5, 13.401), (52.5005, 13.4002), (52.5, 13.3993)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        // Inside, then outside, where the uncut run measures only the last fix, and the other one both.
        let fixes = [(0, 52.50021660127761), (30_000, 52.50063802444324), (230_000, 52.50066584571471)].map {
            Fix(
                device: "d",
                time: Timestamp(unixMilliseconds: 1_700_000_010_000 + $0.0),
                coordinate: Coordinate(latitude: $0.1, longitude: 13.4)
            )
        }
        let fences = [Geofence("kite", .polygon(try Polygon(kite)))]
        let (uncut, first, second) = (
            try engine(EventRules(), fences), try engine(EventRules(), fences), try engine(EventRules(), fences)
        )
        var events = first.process(fixes[..<cut])
        try second.restore(first.state())
        events += second.process(fixes[cut...])
        #expect(events == uncut.process(fixes))
        #expect(second.state().encoded == uncut.state().encoded)
    }

    @Test(arguments: rules, TestEffort.seeds(4, 5))
    func `a single device moves to another engine and continues there`(rules: EventRules, seed: UInt64) throws {
        let fixes = try Self.fixes(seed: seed)
        let expected = try engine(rules).process(fixes)
        var random = SplitMix64(seed: seed)
        let cuts = Dictionary(
            uniqueKeysWithValues: Set(fixes.map(\.device)).sorted().map {
                ($0, Int.random(in: 0...fixes.count, using: &random))
            }
        )
        let (first, second) = (try engine(rules), try engine(rules))
        var moved: Set<DeviceID> = []
        var events: [Transition] = []
        for (number, fix) in fixes.enumerated() {
            if number >= cuts[fix.device] ?? 0, moved.insert(fix.device).inserted,
                let state = first.state(of: fix.device)
            {
                #expect(state.devices == [fix.device])
                try second.restore(EngineState(decoding: state.encoded))
            }
            events += (moved.contains(fix.device) ? second : first).process(fix)
        }
        #expect(events == expected, "seed \(seed)")
    }

    @Test func `a state does not depend on earlier edits of geofences`() throws {
        let fixes = try Self.fixes(seed: 6)
        let rules = EventRules(policy: .balanced(), dwell: .seconds(60))
        let plain = try engine(rules)
        let edited = try engine(rules, [PolicyEvaluationTests.fences[7]])
        for fence in PolicyEvaluationTests.fences.reversed() { try edited.upsert(fence) }
        try edited.upsert(Geofence("gone", .circle(center: Coordinate(latitude: 1, longitude: 1), radius: .meters(5))))
        try edited.remove("gone")
        _ = plain.process(fixes)
        _ = edited.process(fixes)
        #expect(plain.state().encoded == edited.state().encoded)
    }

    @Test(arguments: [(FixOrder.time, [100, 100], 0), (.input, [100, 50], 1)] as [(FixOrder, [Int64], Int)])
    func `a repeat of a fix is known as one after a restart`(order: FixOrder, seconds: [Int64], place: Int) throws {
        let rules = EventRules(policy: .raw, order: order)
        let fixes = [RebaseTests.fix(seconds[0]), RebaseTests.fix(seconds[1], 50)]
        let first = try GeofenceEngine(rules: rules)
        _ = first.process(fixes)
        let second = try GeofenceEngine(rules: rules)
        try second.restore(EngineState(decoding: first.state().encoded))
        for engine in [first, second] {
            _ = engine.process(fixes[place])
            #expect(engine.counts.rejected == [.duplicate: 1])
        }
    }

    @Test(arguments: [(7, .duplicate), (6, .late), (8, nil)] as [(Int64, Rejection?)])
    func `the sequence of the last fix counts after a restart`(sequence: Int64, reason: Rejection?) throws {
        let (first, second) = (try engine(EventRules(policy: .raw)), try engine(EventRules(policy: .raw)))
        var fix = RebaseTests.fix(100)
        fix.sequence = 7
        _ = first.process(fix)
        try second.restore(EngineState(decoding: first.state().encoded))
        (fix.sequence, fix.coordinate) = (sequence, RebaseTests.fix(100, 50).coordinate)
        for engine in [first, second] {
            _ = engine.process(fix)
            #expect(engine.counts.rejected == (reason.map { [$0: 1] } ?? [:]))
        }
    }

    @Test func `a state decodes from any collection of its bytes`() throws {
        let engine = try engine(EventRules())
        _ = engine.process(try Self.fixes(seed: 7))
        let bytes = engine.state().encoded
        #expect(try EngineState(decoding: ([0] + bytes).dropFirst()).encoded == bytes)
    }

    @Test func `a device without a fix has no state`() throws {
        let engine = try engine(EventRules())
        #expect(engine.state().devices.isEmpty)
        #expect(engine.state(of: "nobody") == nil)
        #expect(try EngineState(decoding: engine.state().encoded).devices.isEmpty)
    }

    @Test func `truncated, damaged, foreign or other-version bytes are refused`() throws {
        let engine = try engine(EventRules())
        _ = engine.process(try Self.fixes(seed: 7))
        let bytes = engine.state().encoded
        func code(_ bytes: [UInt8]) -> GeofenceError.Code? { failure { try EngineState(decoding: bytes) }?.code }
        #expect(code(bytes) == nil)
        for count in [0, 5, 20, bytes.count / 2, bytes.count - 1] {
            #expect(code(Array(bytes[..<count])) == .invalidState)
        }
        #expect(code(bytes + [0]) == .invalidState)
        #expect(code(Array("no state at all, but long enough to be one".utf8)) == .invalidState)
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            #expect(code(damaged) == .invalidState)
        }
        for (step, word) in [(1, "newer"), (-1, "older")] {
            var other = bytes
            other[8] = UInt8(Int(other[8]) + step)
            #expect(failure { try EngineState(decoding: other) }?.message.contains("\(word) version") == true)
        }
    }

    @Test(arguments: rules, [8, 9] as [UInt64])
    func `a state with altered bytes and a valid seal is refused or restored without a crash`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        let fixes = try Self.fixes(seed: seed)
        let engine = try engine(rules)
        _ = engine.process(fixes[..<(fixes.count / 2)])
        let payload = Array(engine.state().encoded[StateKind.headerLength...])
        let extremes: [UInt64] = [0, .max, 1 << 63, (1 << 63) - 1, Double.nan.bitPattern, Double.infinity.bitPattern]
        var random = SplitMix64(seed: seed)
        var (refused, taken) = (0, 0)
        for round in 0..<TestEffort.share(of: 100) {
            var changed = payload
            let place = Int.random(in: 0..<payload.count - 8, using: &random)
            if round.isMultiple(of: 2) {
                changed[place] = UInt8.random(in: 0...255, using: &random)
            } else {
                let value = extremes[Int.random(in: 0..<extremes.count, using: &random)]
                for index in 0..<8 { changed[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
            }
            var writer = StateWriter()
            for byte in changed { writer.append(byte) }
            do throws(GeofenceError) {
                let state = try EngineState(decoding: writer.sealed(as: EngineState.kind))
                let next = try GeofenceEngine(checked: PolicyEvaluationTests.fences, rules: rules)
                _ = try next.restore(state, rebasing: true)
                _ = next.process(fixes[(fixes.count / 2)...])
                _ = next.state().encoded
                taken += 1
            } catch {
                #expect([.invalidState, .stateMismatch].contains(error.code), "round \(round): \(error)")
                refused += 1
            }
        }
        #expect(refused > 0 && taken > 0)
    }

    @Test func `a position beyond a list, and two values where one may be, are damage`() throws {
        func index(_ number: UInt32) throws(GeofenceError) -> UInt32 {
            var writer = StateWriter()
            writer.append(number)
            var reader = StateReader(plain: writer.bytes, name: "state")
            return try reader.index(below: 2)
        }
        #expect(try index(1) == 1)
        #expect(failure { try index(2) }?.code == .invalidState)
        func optional(_ values: [UInt8]) throws(GeofenceError) -> UInt8? {
            var writer = StateWriter()
            writer.append(list: values) { writer, value in writer.append(value) }
            var reader = StateReader(plain: writer.bytes, name: "state")
            return try reader.optional { reader throws(GeofenceError) in try reader.integer() }
        }
        #expect(try optional([]) == nil && optional([7]) == 7)
        #expect(failure { try optional([7, 8]) }?.code == .invalidState)
    }

    @Test func `a state is encoded and decoded within a program's own type`() throws {
        struct Saved: Codable {
            var state: EngineState
            var ledger: VisitLedger
        }
        let (first, second) = (try engine(EventRules()), try engine(EventRules()))
        var ledger = VisitLedger()
        _ = ledger.add(first.process(try Self.fixes(seed: 1)))
        let json = try JSONEncoder().encode(Saved(state: first.state(), ledger: ledger))
        let saved = try JSONDecoder().decode(Saved.self, from: json)
        #expect(saved.state.encoded == first.state().encoded && saved.ledger == ledger)
        #expect(try second.restore(saved.state).isEmpty)
        #expect(second.state().encoded == saved.state.encoded)
    }

    @Test func `bytes that are not a state are a decoding error with the reason`() throws {
        let json = try JSONEncoder().encode([Data("hello".utf8)])
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([EngineState].self, from: json) }
        #expect(GeofenceError(try #require(error)).code == .invalidState)
    }
}
