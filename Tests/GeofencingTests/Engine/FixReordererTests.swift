import Geofencing
import Testing

@Suite struct FixReordererTests {
    func fix(_ second: Int64, _ device: DeviceID = "dog", accuracy: Double = 10) -> Fix {
        Fix(
            device: device,
            time: Timestamp(unixMilliseconds: second * 1000),
            coordinate: Coordinate(latitude: 52 + Double(second) / 1000, longitude: 13),
            horizontalAccuracy: .meters(accuracy)
        )
    }

    @Test func `fixes wait until nothing allowed can come before them`() {
        var reorderer = FixReorderer(maximumLateness: .seconds(30))
        #expect(reorderer.add(fix(100)).isEmpty)
        #expect(reorderer.add(fix(80)).isEmpty)
        #expect(reorderer.add(fix(500, "cat")).isEmpty)
        #expect(reorderer.add(fix(125)) == [fix(80)])
        #expect(reorderer.waitingCount == 3)
        #expect(reorderer.flush() == [fix(500, "cat"), fix(100), fix(125)])
        #expect(reorderer.waitingCount == 0)
    }

    @Test func `what is later than allowed goes on at once and the engine counts it`() throws {
        var reorderer = FixReorderer(maximumLateness: .seconds(30))
        let engine = try GeofenceEngine([])
        for second in [100, 200, 10, 300] as [Int64] { _ = engine.process(reorderer.add(fix(second))) }
        _ = engine.process(reorderer.flush())
        #expect(engine.counts.rejected == [.late: 1])
        #expect(engine.counts.used == 3)
    }

    @Test func `of one time the best accuracy comes first`() {
        var reorderer = FixReorderer(maximumLateness: .zero)
        #expect(reorderer.add(fix(1, accuracy: 50)) == [fix(1, accuracy: 50)])
        var patient = FixReorderer(maximumLateness: .seconds(1))
        _ = patient.add(fix(1, accuracy: 50))
        _ = patient.add(fix(1, accuracy: 5))
        #expect(patient.flush() == [fix(1, accuracy: 5), fix(1, accuracy: 50)])
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `a shuffled stream makes the events of a sorted file`(seed: UInt64) throws
    {
        var random = SplitMix64(seed: seed)
        let fence = Geofence("home", .circle(center: Coordinate(latitude: 52.1, longitude: 13), radius: .meters(2000)))
        let sorted = (0..<300).map { fix($0) }
        let keyed = sorted.map { ($0, $0.time.unixMilliseconds + Int64.random(in: 0...20_000, using: &random)) }
        let shuffled = keyed.sorted { $0.1 < $1.1 }.map(\.0)
        let expected = try GeofenceEngine([fence], rules: EventRules(limits: FixLimits())).process(sorted)
        let engine = try GeofenceEngine([fence], rules: EventRules(limits: FixLimits()))
        var reorderer = FixReorderer(maximumLateness: .seconds(20))
        var found: [Transition] = []
        for fix in shuffled { found += engine.process(reorderer.add(fix)) }
        found += engine.process(reorderer.flush())
        #expect(!expected.isEmpty)
        #expect(found == expected, "seed \(seed)")
    }
}
