import TestSupport
import Testing

@testable import Geofencing

/// What comes of a device from which nothing was heard for longer than `staleAfter`.
@Suite struct SilenceTests {
    private let tracking = TrackingTests()

    private func found(_ fixes: [Fix], after seconds: Int64 = 600, _ policy: TransitionPolicy = .balanced()) throws
        -> [Transition]
    {
        try tracking.engine(EventRules(policy: policy, staleAfter: .seconds(seconds))).process(fixes)
    }

    private func fix(_ second: Int64, _ meters: Double, accuracy: Double = 10) -> Fix {
        tracking.fix(second, meters, accuracy: accuracy)
    }

    @Test func `only a silence longer than the limit ends a visit`() throws {
        #expect(try found([fix(0, 0), fix(600, 0), fix(1200, 0)]).count == 1)
        #expect(try found([fix(0, 0), fix(600, 104)]).count == 1)
        var late = fix(600, 0)
        late.time = Timestamp(unixMilliseconds: late.time.unixMilliseconds + 1)
        #expect(try found([fix(0, 0), late]).count == 3)
    }

    @Test func `an EXIT by a gap has the place of the last fix inside`() throws {
        let found = try found([fix(0, 0), fix(10, 50), fix(20, 104), fix(800, 500)])
        #expect(tracking.short(found) == ["ENTER 0 0 initial", "EXIT 10 800 gap"])
        #expect(found.last?.coordinate == tracking.north(50))
        #expect(found.last?.interval == tracking.at(10)...tracking.at(20))
    }

    @Test(arguments: [5, 600] as [Int64], [TransitionPolicy.raw, .balanced(), .probability()])
    func `a device inside after a silence enters at that fix, even if it was outside before`(
        seconds: Int64,
        policy: TransitionPolicy
    ) throws {
        let end = seconds + 1
        let found = try found([fix(0, 300), fix(end, 0)], after: seconds, policy)
        #expect(tracking.short(found) == ["ENTER \(end) \(end) gap"])
        #expect(found.first?.interval == (policy.isRaw ? nil : tracking.at(0)...tracking.at(end)))
    }

    @Test func `what fixes counted for before a silence is forgotten`() throws {
        let coarse = [0, 700, 710].map { fix($0, 0, accuracy: 400) }
        let found = try found(coarse)
        #expect(tracking.short(found) == ["ENTER 700 710 gap"])
        #expect(found.first?.interval == tracking.at(0)...tracking.at(700))
    }

    @Test func `a DWELL that became due by an edit is told when a silence ends the visit`() throws {
        let engine = try tracking.engine(EventRules(policy: .raw, staleAfter: .seconds(60)))
        _ = engine.process([fix(0, 0), fix(50, 0)])
        var home = try #require(engine.geofence("home"))
        home.dwell = .seconds(10)
        try engine.upsert(home)
        #expect(tracking.short(engine.process([fix(200, 300)])) == ["DWELL 10 200 initial", "EXIT 50 200 gap"])
    }

    @Test func `a rejected fix does not end a silence`() throws {
        let found = try found([fix(0, 0), fix(500, 300_000), fix(800, 0)])
        #expect(tracking.short(found) == ["ENTER 0 0 initial", "EXIT 0 800 gap", "ENTER 800 800 gap"])
    }
}
