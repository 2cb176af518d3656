import TestSupport
import Testing

@testable import Geofencing

/// Where and between which fixes an event is said to have happened.
@Suite struct EventPlaceTests {
    private let tracking = TrackingTests()

    private func found(_ rules: EventRules, _ fixes: [Fix]) throws -> [Transition] {
        try tracking.engine(rules).process(fixes)
    }

    private func fix(_ second: Int64, _ meters: Double, accuracy: Double = 10) -> Fix {
        tracking.fix(second, meters, accuracy: accuracy)
    }

    @Test func `under raw an event has the time and place of its fix, and no bounds`() throws {
        let rules = EventRules(policy: .raw, dwell: .seconds(1000))
        let found = try found(rules, [fix(0, 300), fix(10, 20), fix(20, 300)])
        #expect(tracking.short(found) == ["ENTER 10 10 movement", "EXIT 20 20 movement"])
        #expect(found.map(\.coordinate) == [tracking.north(20), tracking.north(300)])
        #expect(found.allSatisfy { $0.interval == nil })
    }

    @Test(arguments: [TransitionPolicy.balanced(), .probability()])
    func `a crossing has the place of the first fix on its side`(policy: TransitionPolicy) throws {
        let found = try found(EventRules(policy: policy), [fix(0, 400), fix(10, 20), fix(20, 480), fix(210, 490)])
        #expect(found.map(\.kind) == [.enter, .exit])
        #expect(found.map(\.coordinate) == [tracking.north(20), tracking.north(480)])
        let bounds = [(0, 10), (10, 20)].map { tracking.at($0.0)...tracking.at($0.1) }
        #expect(found.map(\.interval) == bounds)
    }

    @Test func `a first ENTER has no bounds, and the time and place of the first fix that counted for it`() throws {
        let one = try found(EventRules(), [fix(0, 10)])
        let two = try found(EventRules(), [fix(0, 10, accuracy: 400), fix(10, 20, accuracy: 400)])
        #expect(tracking.short(one + two) == ["ENTER 0 0 initial", "ENTER 0 10 initial"])
        for event in one + two { #expect(event.coordinate == tracking.north(10) && event.interval == nil) }
    }

    @Test func `a DWELL has the place of the fix that decides it, and no bounds`() throws {
        let found = try found(EventRules(dwell: .seconds(60)), [fix(0, 10), fix(50, 20), fix(100, 30), fix(110, 40)])
        #expect(tracking.short(found) == ["ENTER 0 0 initial", "DWELL 60 100 initial"])
        #expect(found.last?.coordinate == tracking.north(30) && found.last?.interval == nil)
    }
}
