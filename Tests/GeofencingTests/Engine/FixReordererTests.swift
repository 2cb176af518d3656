import TestSupport
import Testing

@testable import Geofencing

@Suite struct FixReordererTests {
    func fix(_ second: Int64, _ device: DeviceID = "dog", accuracy: Double = 10) -> Fix {
        Fix(
            device: device,
            time: .second(second),
            coordinate: Coordinate(latitude: 52 + Double(second % 30_000) / 1000, longitude: 13),
            horizontalAccuracy: .meters(accuracy)
        )
    }

    @Test func `fixes wait until no fix within the allowed lateness can precede them`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        #expect(reorderer.add(fix(100)).isEmpty)
        #expect(reorderer.add(fix(80)).isEmpty)
        #expect(reorderer.add(fix(500, "cat")).isEmpty)
        #expect(reorderer.add(fix(125)) == [fix(80)])
        #expect(reorderer.waitingCount == 3)
        #expect(reorderer.flush() == [fix(500, "cat"), fix(100), fix(125)])
        #expect(reorderer.waitingCount == 0)
    }

    @Test func `fixes that wait at a restart go on as before once they are added again`() {
        func handedOn(restarting: Bool) -> [Fix] {
            var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
            var ready: [Fix] = []
            for second in [100, 80, 125] as [Int64] { ready += reorderer.add(fix(second)) }
            if restarting {
                var copy = reorderer
                reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
                for waiting in copy.flush() { ready += reorderer.add(waiting) }
            }
            for second in [90, 70, 110, 160, 140] as [Int64] { ready += reorderer.add(fix(second)) }
            return ready + reorderer.flush()
        }
        #expect(handedOn(restarting: true) == handedOn(restarting: false))
    }

    @Test func `a fix later than allowed is passed on at once and the engine counts it as late`() throws {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        let engine = try GeofenceEngine([])
        for second in [100, 200, 10, 300] as [Int64] { _ = engine.process(reorderer.add(fix(second))) }
        _ = engine.process(reorderer.flush())
        #expect(engine.counts.rejected == [.late: 1])
        #expect(engine.counts.used == 3)
    }

    /// Seconds of the fixes that were handed on, and of those that waited until the end.
    func seconds(_ times: [Int64], lateness: Duration = .seconds(30)) -> (ready: [Int64], rest: [Int64]) {
        var reorderer = FixReorderer(maximumLateness: lateness, rules: EventRules())
        func second(_ fix: Fix) -> Int64 { (fix.time.unixMilliseconds - 1_767_225_600_000) / 1000 }
        let ready = times.flatMap { reorderer.add(fix($0)) }.map(second)
        return (ready, reorderer.flush().map(second))
    }

    @Test func `one fix far ahead of all others makes none of them late`() {
        let years: Int64 = 347_000_000
        for times in [
            [0, 10, years, 20, 60, 100], [years, 0, 10, 20, 60, 100], [0, years, 10, years + 9, 20, 60, 100],
        ] {
            let (ready, rest) = seconds(times)
            #expect(ready == [0, 10, 20, 60], "\(times)")
            #expect(rest == [100] + times.filter { $0 >= years }, "\(times)")
        }
    }

    @Test(arguments: [2, 3, 10, 80]) func `fixes from a temporarily wrong clock make no following fix late`(
        count: Int64
    ) {
        let day: Int64 = 86_400
        let wild = (0..<count).map { day + 10 * $0 }
        // Twice, as what was believed once is no reason to believe it again.
        let times = [0, 10] + wild + [20, 30] + wild.map { $0 + 1 } + [40, 100, 200]
        let (ready, rest) = seconds(times)
        #expect(ready == [0, 10, 20, 30, 40, 100])
        #expect(rest == [200] + (wild + wild.map { $0 + 1 }).sorted())
        // They wait too, and go on in their place when their time has come.
        let (all, end) = seconds(times + [day - 1000, day + 2000, day + 2900])
        #expect(all == (times + [day - 1000, day + 2000]).sorted())
        #expect(end == [day + 2900])
    }

    @Test func `a jump after a pause is trusted once fixes continue for a quarter of an hour`() {
        #expect(seconds([0, 10, 4000, 4010, 4899]).ready == [])
        #expect(seconds([0, 10, 4000, 4010, 4900]).ready == [0, 10, 4000, 4010])
        // Or as long as fixes may be late.
        #expect(seconds([0, 10, 9000, 10_799], lateness: .seconds(1800)).ready == [])
        #expect(seconds([0, 10, 9000, 10_800], lateness: .seconds(1800)).ready == [0, 10])
        #expect(seconds([0, 10, 4000]).ready == [])
        // Fixes that are all far from each other wait for the next but one.
        #expect(seconds([0, 10_000, 20_000, 30_000]).ready == [0, 10_000])
        // A longer lateness makes longer jumps likely.
        #expect(seconds([0, 7000, 14_000, 21_000], lateness: .seconds(7200)).ready == [0, 7000])
    }

    @Test func `each fix of a device that reports every two hours confirms the one before it`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        let counts = (0..<6).map { reorderer.add(fix(7200 * $0)).count }
        #expect(counts == [0, 0, 1, 1, 1, 1])
    }

    @Test func `a fix an hour ahead is trusted at once and one further ahead is not`() {
        #expect(seconds([0, 10, 3610]).ready == [0, 10])
        #expect(seconds([0, 10, 3611]).ready == [])
    }

    @Test func `waiting fixes of a silent device are released after the allowed lateness`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        func flush(at present: Int64) -> [Fix] { reorderer.flushSilentDevices(at: fix(present).time) }
        #expect(reorderer.add(fix(100), at: fix(101).time) == [])
        #expect(reorderer.add(fix(90), at: fix(103).time) == [])
        #expect(reorderer.add(fix(104, "cat"), at: fix(104).time) == [])
        // From when the last one came, which is not when it was measured.
        #expect(flush(at: 132) == [])
        #expect(flush(at: 133) == [fix(90), fix(100)])
        #expect(flush(at: 133) == [])
        #expect(reorderer.waitingCount == 1)
        // A later one was handed on: this one is for the engine to count.
        #expect(reorderer.add(fix(95), at: fix(134).time) == [fix(95)])
        #expect(reorderer.add(fix(105), at: fix(135).time) == [])
        #expect(flush(at: 164) == [fix(104, "cat")])
        // A clock that was set back by as much may not make it wait for ever.
        #expect(flush(at: 106) == [])
        #expect(flush(at: 105) == [fix(105)])
    }

    @Test func `a device that sends only late or unusable fixes counts as silent`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        let nowhere = Fix(device: "dog", time: fix(125).time, coordinate: Coordinate(latitude: 0, longitude: 0))
        _ = reorderer.add(fix(60), at: fix(60).time)
        #expect(reorderer.add(fix(100), at: fix(100).time) == [fix(60)])
        #expect(reorderer.add(fix(50), at: fix(120).time) == [fix(50)])
        #expect(reorderer.add(nowhere, at: fix(125).time) == [nowhere])
        #expect(reorderer.flushSilentDevices(at: fix(129).time) == [])
        #expect(reorderer.flushSilentDevices(at: fix(130).time) == [fix(100)])
    }

    @Test func `untrusted fixes and fixes without an arrival time wait for the final flush`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        func flush() -> [Fix] { reorderer.flushSilentDevices(at: fix(1_000_000).time) }
        // One of an old recording that is played back might be of a clock that was wrong.
        #expect(reorderer.add(fix(0), at: fix(500_000).time) == [])
        #expect(flush() == [])
        #expect(reorderer.add(fix(10), at: fix(500_000).time) == [])
        #expect(reorderer.add(fix(9000), at: fix(500_000).time) == [])
        #expect(reorderer.add(fix(20, "cat")) == [])
        #expect(flush() == [fix(0), fix(10)])
        #expect(reorderer.flush() == [fix(20, "cat"), fix(9000)])
        #expect(reorderer.flushSilentDevices(at: Timestamp(unixMilliseconds: .min)) == [])
    }

    @Test func `a fix that agrees with the clock of a live stream is trusted at once`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        func add(_ second: Int64, at present: Int64) -> [Fix] { reorderer.add(fix(second), at: fix(present).time) }
        #expect(add(0, at: 1) == [])
        #expect(add(31, at: 31) == [fix(0)])
        #expect(add(50_000, at: 50_010) == [fix(31)])
        // Neither a clock that is ahead of the present nor an old upload moves what has come.
        #expect(add(140_000, at: 60_000) == [])
        #expect(add(50_031, at: 60_001) == [fix(50_000)])
        #expect(add(90_000, at: 200_000) == [])
        #expect(add(50_062, at: 200_001) == [fix(50_031)])
        #expect(reorderer.flush() == [fix(50_062), fix(90_000), fix(140_000)])
    }

    @Test func `a forgotten device has no waiting fixes, and its next fix, even an older one, is its first`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        for second in [100, 90, 110] as [Int64] { #expect(reorderer.add(fix(second)).isEmpty) }
        #expect(reorderer.add(fix(100, "cat")).isEmpty)
        #expect(reorderer.forget("dog") == [fix(90), fix(100), fix(110)])
        #expect(reorderer.forget("dog").isEmpty && reorderer.waitingCount == 1)
        #expect(reorderer.add(fix(10)).isEmpty)
        #expect(reorderer.flush() == [fix(100, "cat"), fix(10)])
    }

    @Test func `a fix exactly as late as allowed is still put in order`() {
        #expect(seconds([0, 30]).ready == [])
        #expect(seconds([0, 31]).ready == [0])
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        #expect(reorderer.add(fix(100, accuracy: 50)).isEmpty)
        #expect(reorderer.add(fix(130)).isEmpty)
        #expect(reorderer.add(fix(100, accuracy: 5)).isEmpty)
        #expect(reorderer.flush() == [fix(100, accuracy: 5), fix(100, accuracy: 50), fix(130)])
    }

    @Test func `a fix the rules reject anyway is passed on at once and makes no other fix late`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: EventRules())
        func fix(_ second: Int64, sequence: Int64? = nil) -> Fix {
            Fix(
                device: "dog",
                time: .second(second),
                coordinate: Coordinate(latitude: 1, longitude: 2),
                sequence: sequence
            )
        }
        var ready = reorderer.add(fix(0))
        // Half an hour of a clock that shows the year 2080, and a place that is none.
        for minute in 0..<30 {
            var unset = fix(0)
            unset.time = Timestamp(unixMilliseconds: 3_471_811_200_000 + Int64(minute) * 60_000)
            #expect(reorderer.add(unset) == [unset])
            var nowhere = fix(60)
            nowhere.coordinate.latitude = .nan
            #expect(reorderer.add(nowhere).count == 1)
        }
        for second in 1..<100 { ready += reorderer.add(fix(Int64(second))) }
        ready += reorderer.flush()
        #expect(ready.map(\.time) == (0..<100).map { fix(Int64($0)).time })
    }

    @Test func `fixes with the same time are ordered by sequence under raw and by accuracy under balanced`() {
        func fix(_ sequence: Int64, accuracy: Double) -> Fix {
            let time = Timestamp.second(0)
            let place = Coordinate(latitude: 1, longitude: Double(sequence))
            return Fix(
                device: "dog",
                time: time,
                coordinate: place,
                horizontalAccuracy: .meters(accuracy),
                sequence: sequence
            )
        }
        for (rules, sequences) in [(EventRules(policy: .raw), [1, 2] as [Int64]), (EventRules(), [2, 1])] {
            var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: rules)
            let ready = reorderer.add(fix(2, accuracy: 5)) + reorderer.add(fix(1, accuracy: 30)) + reorderer.flush()
            #expect(ready.map(\.sequence) == sequences)
        }
    }

    @Test func `at equal times the best accuracy comes first`() {
        var reorderer = FixReorderer(maximumLateness: .zero, rules: EventRules())
        #expect(reorderer.add(fix(1, accuracy: 50)) == [fix(1, accuracy: 50)])
        var patient = FixReorderer(maximumLateness: .seconds(1), rules: EventRules())
        _ = patient.add(fix(1, accuracy: 50))
        _ = patient.add(fix(1, accuracy: 5))
        #expect(patient.flush() == [fix(1, accuracy: 5), fix(1, accuracy: 50)])
    }

    @Test(arguments: [0.0, -1, .nan]) func `at equal times a meaningless accuracy comes last`(accuracy: Double) {
        var reorderer = FixReorderer(maximumLateness: .seconds(1), rules: EventRules())
        #expect(reorderer.add(fix(1, accuracy: accuracy)).isEmpty)
        #expect(reorderer.add(fix(1, accuracy: 50)).isEmpty)
        #expect(reorderer.flush().first == fix(1, accuracy: 50))
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `a shuffled stream gives the events of a sorted one`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fence = Geofence("home", .circle(center: Coordinate(latitude: 52.1, longitude: 13), radius: .meters(2000)))
        let sorted = (0..<300).map { fix($0) }
        let keyed = sorted.map { ($0, $0.time.unixMilliseconds + Int64.random(in: 0...20_000, using: &random)) }
        let shuffled = keyed.sorted { $0.1 < $1.1 }.map(\.0)
        let expected = try GeofenceEngine([fence], rules: EventRules(limits: FixLimits())).process(sorted)
        let engine = try GeofenceEngine([fence], rules: EventRules(limits: FixLimits()))
        var reorderer = FixReorderer(maximumLateness: .seconds(20), rules: EventRules())
        var found: [Transition] = []
        for fix in shuffled { found += engine.process(reorderer.add(fix)) }
        found += engine.process(reorderer.flush())
        #expect(!expected.isEmpty)
        #expect(found == expected, "seed \(seed)")
    }
}
