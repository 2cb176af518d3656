import Synchronization
import Testing

@testable import Geofencing

@Suite struct WaitingFixesTests {
    /// A fix that counts how often its time is asked for.
    struct CountedFix: OrderedFix {
        static let questions = Atomic(0)

        let time: Int64
        let number: Int

        var moment: Int64 {
            Self.questions.add(1, ordering: .relaxed)
            return time
        }
        var certainty: Float { 0 }
        var rank: Int64 { 0 }
    }

    /// The numbers of fixes in the order in which they are handed on.
    func order(_ times: [Int64], lateness: Int64) -> [Int] {
        var waiting = WaitingFixes<CountedFix>(bestFirst: true)
        var ready: [CountedFix] = []
        let rule = ReorderingRule(lateness: lateness)
        for (number, time) in times.enumerated() {
            #expect(waiting.add(CountedFix(time: time, number: number), rule, to: &ready))
            #expect(waiting.count == number + 1 - ready.count)
        }
        waiting.flush(to: &ready)
        #expect(waiting.count == 0 && waiting.first == nil)
        return ready.map(\.number)
    }

    @Test func `fixes in newest-first order are sorted without scanning all waiting ones`() {
        let before = CountedFix.questions.load(ordering: .relaxed)
        let count = 20_000
        let numbers = order((0..<count).map { Int64(count - $0) * 1000 }, lateness: 604_800_000)
        #expect(numbers == (0..<count).reversed())
        #expect(CountedFix.questions.load(ordering: .relaxed) - before < count * 250)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `fixes with equal times keep their input order`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let times = (0..<2000).map { Int64($0 / 3) + Int64.random(in: 0...40, using: &random) * 5 }
        let sorted = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(order(times, lateness: 250) == sorted, "seed \(seed)")
    }
}
