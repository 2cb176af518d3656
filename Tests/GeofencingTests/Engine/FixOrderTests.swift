import Geofencing
import Testing

@Suite struct FixOrderTests {
    let inside = Coordinate(latitude: 52.5, longitude: 13.4)
    let outside = Coordinate(latitude: 52.6, longitude: 13.4)

    func engine(_ order: FixOrder = .time) throws -> GeofenceEngine {
        try GeofenceEngine(
            [Geofence("depot", .circle(center: inside, radius: .meters(150)))],
            policy: .raw,
            order: order
        )
    }

    func fix(_ time: Int64, _ place: Coordinate, sequence: Int64? = nil) -> Fix {
        Fix(device: "truck", time: Timestamp(unixMilliseconds: time), coordinate: place, sequence: sequence)
    }

    @Test func `a late fix is counted and changes nothing`() throws {
        let engine = try engine()
        #expect(engine.process([fix(2000, inside), fix(1000, outside)]).count == 1)
        #expect(engine.counts.rejected == [.late: 1])
        #expect(engine.counts.used == 1)
        #expect(engine.presence(of: "truck", in: "depot") == .inside(since: Timestamp(unixMilliseconds: 2000)))
    }

    @Test func `a repeated fix is counted and changes nothing`() throws {
        let engine = try engine()
        _ = engine.process([fix(1000, inside), fix(1000, inside)])
        #expect(engine.counts.rejected == [.duplicate: 1])
    }

    @Test func `a fix with a repeated sequence number is a duplicate at any position`() throws {
        let engine = try engine()
        let transitions = engine.process([fix(1000, inside, sequence: 7), fix(1000, outside, sequence: 7)])
        #expect(transitions.map(\.kind) == [.enter])
        #expect(engine.counts.rejected == [.duplicate: 1])
    }

    @Test func `the sequence number orders fixes with the same time`() throws {
        let engine = try engine()
        _ = engine.process([fix(1000, inside, sequence: 7), fix(1000, outside, sequence: 6)])
        #expect(engine.counts.rejected == [.late: 1])
        #expect(engine.process(fix(1000, outside, sequence: 8)).map(\.kind) == [.exit])
    }

    @Test func `without a sequence, different positions at the same time count in turn, each once`() throws {
        let engine = try engine()
        let transitions = engine.process([fix(1, inside), fix(1, outside), fix(1, inside), fix(1, outside)])
        #expect(transitions.map(\.kind) == [.enter, .exit])
        #expect(engine.counts.rejected == [.duplicate: 2])
        #expect(engine.process([fix(2, inside), fix(2, outside)]).map(\.kind) == [.enter, .exit])
    }

    @Test func `input order accepts late fixes and drops only a repeat of the previous fix`() throws {
        let engine = try engine(.input)
        let transitions = engine.process([
            fix(2000, inside), fix(1000, outside), fix(1000, outside), fix(2000, inside),
        ])
        #expect(transitions.map(\.kind) == [.enter, .exit, .enter])
        // One of an earlier position at that time is used too.
        let again = try self.engine(.input)
        #expect(again.process([fix(1, inside), fix(1, outside), fix(1, inside)]).count == 3)
        // A device's time does not go back.
        #expect(transitions.map(\.time.unixMilliseconds) == [2000, 2000, 2000])
        #expect(engine.counts.rejected == [.duplicate: 1])
    }

    @Test func `a fix without a valid position is counted by reason`() throws {
        let engine = try engine()
        _ = engine.process([
            fix(1, Coordinate(latitude: .nan, longitude: 0)), fix(2, Coordinate(latitude: 91, longitude: 0)),
            fix(3, Coordinate(latitude: 0, longitude: 181)),
        ])
        #expect(engine.counts.rejected == [.coordinate: 1, .outOfRange: 2])
        #expect(engine.counts.read == 3)
    }
}
