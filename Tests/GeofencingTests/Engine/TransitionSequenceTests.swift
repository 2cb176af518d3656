import Geofencing
import TestSupport
import Testing

@Suite struct TransitionSequenceTests {
    struct Broken: Error, Equatable {}

    /// Fixes, and then the end or an error of its own type.
    struct Source: AsyncSequence {
        var fixes: [Fix]
        var failure: Broken?

        struct AsyncIterator: AsyncIteratorProtocol {
            var fixes: ArraySlice<Fix>
            var failure: Broken?

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Broken) -> Fix? {
                if let fix = fixes.popFirst() { return fix }
                if let failure { throw failure }
                return nil
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(fixes: fixes[...], failure: failure) }
    }

    /// A device goes back and forth over two geofences at once.
    let geofences = [150.0, 200].map { radius in
        Geofence(
            "circle-\(Int(radius))",
            .circle(center: Coordinate(latitude: 52.52, longitude: 13.405), radius: .meters(radius))
        )
    }
    let fixes = (0..<20).map { minute in
        Fix(
            device: "van-1",
            time: Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(minute) * 60_000),
            coordinate: Coordinate(latitude: minute % 4 < 2 ? 52.51 : 52.52, longitude: 13.405)
        )
    }

    func collect(_ source: Source, lateness: Duration? = nil) async throws -> ([Transition], GeofenceEngine) {
        let engine = try GeofenceEngine(geofences, rules: EventRules(policy: .raw))
        var transitions: [Transition] = []
        for try await transition in engine.transitions(for: source, maximumLateness: lateness) {
            transitions.append(transition)
        }
        return (transitions, engine)
    }

    @Test func `a stream yields the same transitions as an array`() async throws {
        let expected = try GeofenceEngine(geofences, rules: EventRules(policy: .raw)).process(fixes)
        #expect(expected.count == 18)
        #expect(try await collect(Source(fixes: fixes)).0 == expected)
        #expect(try await collect(Source(fixes: [])).0.isEmpty)
    }

    @Test func `late fixes are reordered if a maximum lateness is set`() async throws {
        let expected = try GeofenceEngine(geofences, rules: EventRules(policy: .raw)).process(fixes)
        let disorder = stride(from: 0, to: 20, by: 2).flatMap { [fixes[$0 + 1], fixes[$0]] }
        let (transitions, engine) = try await collect(Source(fixes: disorder), lateness: .seconds(120))
        #expect(transitions == expected && engine.counts.used == 20)
        let counts = try await collect(Source(fixes: disorder)).1.counts
        #expect(counts.used == 10 && counts.rejected == [.late: 10])
    }

    @Test(arguments: [nil, Duration.zero])
    func `rejected fixes are reported with their reason, in turn with the transitions`(
        lateness: Duration?
    ) async throws {
        let engine = try GeofenceEngine(geofences, rules: EventRules(policy: .raw))
        var lost = fixes[3]
        lost.coordinate.latitude = .nan
        // Out, out, in, and what is not used before and after they enter.
        let source = Source(fixes: [fixes[0], fixes[0], fixes[1], lost, fixes[2], fixes[0], fixes[4]])
        let log = SharedLines()
        let transitions = engine.transitions(for: source, maximumLateness: lateness) { fix, reason in
            log.add("\(reason) \((fix.time.unixMilliseconds - 1_767_225_600_000) / 60_000)")
        }
        for try await transition in transitions { log.add("\(transition.kind.rawValue) \(transition.geofence)") }
        #expect(
            log.all == [
                "duplicate 0", "coordinate 3", "ENTER circle-150", "ENTER circle-200", "late 0", "EXIT circle-150",
                "EXIT circle-200",
            ]
        )
        #expect(engine.counts.rejected == [.duplicate: 1, .coordinate: 1, .late: 1])
    }

    @Test func `a rejected fix that waited is reported before the stream fails`() async throws {
        let engine = try GeofenceEngine(geofences, rules: EventRules(policy: .raw))
        let log = SharedLines()
        let source = Source(fixes: [fixes[5], fixes[4], fixes[4]], failure: Broken())
        let sequence = engine.transitions(
            for: source,
            maximumLateness: .seconds(120),
            rejecting: { fix, reason in log.add("\(reason) of \(fix.device)") }
        )
        await #expect(throws: Broken()) {
            for try await transition in sequence { log.add("\(transition.kind.rawValue)") }
        }
        #expect(log.all == ["duplicate of van-1"])
    }

    @Test func `an error of the stream follows the transitions of all earlier fixes`() async throws {
        let expected = try GeofenceEngine(geofences, rules: EventRules(policy: .raw)).process(fixes)
        for lateness in [nil, Duration.seconds(120)] {
            let engine = try GeofenceEngine(geofences, rules: EventRules(policy: .raw))
            let sequence = engine.transitions(
                for: Source(fixes: fixes, failure: Broken()),
                maximumLateness: lateness
            )
            var iterator = sequence.makeAsyncIterator()
            var transitions: [Transition] = []
            do throws(Broken) {
                while let transition = try await iterator.next() { transitions.append(transition) }
                Issue.record("It ends without its error.")
            } catch {
                #expect(transitions == expected)
                #expect(try await iterator.next() == nil)
            }
        }
    }

    @Test func `the next fix is not read until all transitions of the last one are consumed`() async throws {
        let engine = try GeofenceEngine(geofences, rules: EventRules(policy: .raw))
        var iterator = engine.transitions(for: Source(fixes: fixes)).makeAsyncIterator()
        let first = try await iterator.next()
        let used = engine.counts.used
        let second = try await iterator.next()
        #expect(first?.time == second?.time && engine.counts.used == used)
        _ = try await iterator.next()
        #expect(engine.counts.used > used)
    }
}
