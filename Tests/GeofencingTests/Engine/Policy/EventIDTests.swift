import TestSupport
import Testing

@testable import Geofencing

/// Identifiers tell all events apart, and are the same in every run.
@Suite struct EventIDTests {
    static let center = Coordinate(latitude: 52.5, longitude: 13.4)

    static func circle(_ id: Geofence.ID, radius: Double = 100) -> Geofence {
        Geofence(id, .circle(center: center, radius: .meters(radius)))
    }

    @Test func `an identifier reads back from its text form and malformed text is rejected`() {
        let id = EventID(device: 1, geofence: 2, kind: .enter, time: 3)
        #expect(EventID(id.description) == id && EventID(rawValue: id.rawValue) == id)
        #expect(EventID(EventID(rawValue: 5).description)?.rawValue == 5)
        for text in ["", "5", "+000000000000005", "00000000000000005", "000000000000000g"] {
            #expect(EventID(text) == nil)
        }
    }

    static func fix(_ time: Int64, _ meters: Double, sequence: Int64? = nil, device: DeviceID = "dog") -> Fix {
        Fix(
            device: device,
            time: Timestamp(unixMilliseconds: 1_767_225_600_000 + time),
            coordinate: center.north(meters),
            horizontalAccuracy: .meters(5),
            sequence: sequence
        )
    }

    /// Fixes that change sides several times a millisecond, and now and then go back in time.
    static func fixes(seed: UInt64) -> [Fix] {
        var random = SplitMix64(seed: seed)
        return (0..<300).map { number in
            let time = Int64(number / 7) * 20_000 - (random.integer(in: 1...10) == 1 ? 50_000 : 0)
            let place = [0.0, 40, 150, 400][random.integer(in: 0...3)] + random.uniform(0...5)
            return fix(time, place, sequence: Int64(number), device: number % 3 == 0 ? "cat" : "dog")
        }
    }

    static let rules = [
        EventRules(policy: .raw), EventRules(policy: .raw, order: .input),
        EventRules(policy: .raw, dwell: .seconds(30)),
        EventRules(policy: .raw, order: .input, staleAfter: .seconds(15)), EventRules(order: .input),
        EventRules(limits: FixLimits()), EventRules(policy: .probability(), order: .input, passThrough: PassThrough()),
    ]

    @Test func `swapped or equal device and geofence names give distinct identifiers`() {
        func id(_ device: String, _ geofence: String) -> EventID {
            EventID(device: EventID.hash(device), geofence: EventID.hash(geofence), kind: .enter, time: 1000)
        }
        let names = (1...40).map { "\($0)" }
        let ids = names.flatMap { one in names.map { id(one, $0) } }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: rules, TestEffort.seeds(1, 2))
    func `events with the same device, geofence, kind and millisecond have distinct identifiers`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        let engine = try GeofenceEngine([Self.circle("home"), Self.circle("yard", radius: 300)], rules: rules)
        let found = engine.process(Self.fixes(seed: seed))
        #expect(found.count > 5)
        #expect(Set(found.map(\.id)).count == found.count, "seed \(seed)")
        // Each visit has one beginning and at most one end.
        let enters = found.filter { $0.kind == .enter }
        for event in found where event.visitStart != nil {
            #expect(enters.contains { $0.id == event.visitID }, "seed \(seed): \(event)")
        }
        let ends = found.filter { $0.kind == .exit }.compactMap(\.visitID)
        #expect(Set(ends).count == ends.count, "seed \(seed)")
        // The first of each has the identifier that it had alone.
        let first = try #require(found.first)
        #expect(first.ordinal == 0)
    }

    @Test func `visits that start at the same time are numbered separately for each geofence`() throws {
        let circles = (0..<60).map { Self.circle(Geofence.ID("\($0 * 7 % 60)"), radius: Double(20 + $0 * 10)) }
        let engine = try GeofenceEngine(circles, rules: EventRules(policy: .raw))
        var random = SplitMix64(seed: 5)
        let fixes = (0..<200).map { Self.fix(Int64($0 / 50) * 20_000, random.uniform(0...650), sequence: Int64($0)) }
        var (time, enters) = (Timestamp(unixMilliseconds: 0), [Geofence.ID: Int]())
        for event in engine.process(fixes) {
            if event.time != time { (time, enters) = (event.time, [:]) }
            let number = enters[event.geofence, default: 0]
            #expect(event.ordinal == number, "\(event)")
            if event.kind == .enter { enters[event.geofence] = number + 1 }
        }
        #expect(enters.count > 50)
    }

    @Test(arguments: rules, TestEffort.seeds(3, 4))
    func `identifiers do not depend on where a run is interrupted`(rules: EventRules, seed: UInt64) throws {
        let fences = [Self.circle("home"), Self.circle("yard", radius: 300)]
        let fixes = Self.fixes(seed: seed)
        let whole = try GeofenceEngine(fences, rules: rules).process(fixes)
        for cut in stride(from: 1, to: fixes.count, by: 11) {
            let first = try GeofenceEngine(fences, rules: rules)
            var found = first.process(fixes[..<cut])
            let second = try GeofenceEngine(fences, rules: rules)
            try second.restore(EngineState(decoding: first.state().encoded))
            found += second.process(fixes[cut...])
            #expect(found == whole, "seed \(seed), cut at \(cut)")
        }
    }

    @Test(arguments: [TransitionPolicy.raw, .balanced()])
    func `repeated edits around a parked device start distinct visits`(policy: TransitionPolicy) throws {
        let rules = EventRules(policy: policy)
        let engine = try GeofenceEngine([], rules: rules)
        _ = engine.process(Self.fix(0, 50))
        var found: [Transition] = []
        for round in 0..<4 {
            found += try engine.upsert(Self.circle("home"))
            found += try engine.upsert(Self.circle("home", radius: 20))
            if round == 1 {
                // What went before is known after a restart too.
                let state = try EngineState(decoding: engine.state().encoded)
                let next = try GeofenceEngine([Self.circle("home")], rules: rules)
                found += try next.restore(state, rebasing: true)
                try engine.restore(state)
            }
            found += try engine.upsert(Self.circle("home"))
            found += try engine.remove("home")
        }
        // The rebase told of an ENTER that the edit after it tells of too.
        #expect(found.count == 17)
        #expect(Set(found.map(\.id)).count == 16)
    }
}
