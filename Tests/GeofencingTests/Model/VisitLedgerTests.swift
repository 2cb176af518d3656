import Foundation
import Geofencing
import Testing

@Suite struct VisitLedgerTests {
    private static func event(
        _ kind: Transition.Kind,
        _ device: DeviceID = "van",
        _ geofence: Geofence.ID = "depot",
        second: Int64
    ) -> Transition {
        let time = Timestamp(unixMilliseconds: second * 1000)
        return Transition(
            kind: kind,
            device: device,
            geofence: geofence,
            time: time,
            decidedTime: time,
            coordinate: Coordinate(latitude: 52.52, longitude: 13.405),
            cause: .movement
        )
    }

    @Test func `an EXIT closes the visit of its device in its geofence`() {
        var ledger = VisitLedger()
        let told = [
            Self.event(.enter, second: 0), Self.event(.enter, "bus", second: 1),
            Self.event(.enter, "van", "yard", second: 2),
            Self.event(.dwell, second: 60), Self.event(.exit, second: 90),
        ]
        #expect(ledger.add(told) == [Visit(enter: told[0], exit: told[4])])
        #expect(ledger.openVisits == [Visit(enter: told[1]), Visit(enter: told[2])])
        let again = [Self.event(.enter, second: 100), Self.event(.exit, second: 200)]
        #expect(ledger.add(again).map(\.dwell) == [.seconds(100)])
    }

    @Test func `an EXIT without an ENTER closes no visit, and a repeated ENTER opens none`() {
        var ledger = VisitLedger()
        let (enter, exit) = (Self.event(.enter, second: 0), Self.event(.exit, second: 9))
        #expect(ledger.add(exit) == nil)
        #expect(ledger.add([enter, enter]) == [])
        #expect(ledger.add([exit, exit]) == [Visit(enter: enter, exit: exit)])
        #expect(ledger.openVisits.isEmpty)
    }

    @Test func `when EXIT is muted, the next ENTER reports the open visit without an end`() {
        var ledger = VisitLedger()
        let enters = [Self.event(.enter, second: 0), Self.event(.enter, second: 60)]
        #expect(ledger.add(enters) == [Visit(enter: enters[0])])
        #expect(ledger.openVisits == [Visit(enter: enters[1])])
    }

    @Test func `an EXIT of another visit does not end the open visit`() {
        var ledger = VisitLedger()
        var enter = Self.event(.enter, second: 0)
        enter.visitStart = enter.time
        var exit = Self.event(.exit, second: 90)
        exit.visitStart = Timestamp(unixMilliseconds: 60_000)
        #expect(ledger.add([enter, exit]) == [Visit(enter: enter)])
        exit.visitStart = enter.time
        #expect(ledger.add([enter, exit]) == [Visit(enter: enter, exit: exit)])
    }

    @Test func `open visits are ordered by time, device and geofence`() {
        var ledger = VisitLedger()
        let enters = [
            Self.event(.enter, "a", "a", second: 1), Self.event(.enter, "a", "b", second: 1),
            Self.event(.enter, "b", "a", second: 1), Self.event(.enter, "a", "c", second: 2),
        ]
        #expect(ledger.add(enters.reversed()).isEmpty)
        #expect(ledger.openVisits.map(\.enter) == enters)
    }

    @Test func `open visits of a removed device are forgotten`() {
        var ledger = VisitLedger()
        let enters = [Self.event(.enter, "token-1", second: 0), Self.event(.enter, second: 1)]
        #expect(ledger.add(enters).isEmpty)
        ledger.removeAll { $0.device == "token-1" }
        #expect(ledger.openVisits == [Visit(enter: enters[1])])
    }

    @Test func `a restored ledger continues like an uninterrupted one`() throws {
        let depot = Coordinate(latitude: 52.52, longitude: 13.405)
        let geofences = [
            Geofence("depot", .circle(center: depot, radius: .meters(150))),
            Geofence("yard", .circle(center: depot, radius: .kilometers(2)), policy: .raw),
        ]
        let fixes = [52.5, 52.52, 52.5201, 52.53, 52.55, 52.52].enumerated().map { minute, latitude in
            Fix(
                device: "van",
                time: Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(minute) * 60_000),
                coordinate: Coordinate(latitude: latitude, longitude: 13.405)
            )
        }
        for policy in [TransitionPolicy.raw, .balanced(), .probability()] {
            for cut in fixes.indices {
                let (whole, engine) = (
                    try GeofenceEngine(geofences, policy: policy), try GeofenceEngine(geofences, policy: policy)
                )
                var (ledger, before) = (VisitLedger(), VisitLedger())
                let visits = ledger.add(whole.process(fixes))
                let early = before.add(engine.process(fixes[..<cut]))
                let next = try GeofenceEngine(geofences, policy: policy)
                try next.restore(EngineState(decoding: engine.state().encoded))
                var after = try JSONDecoder().decode(VisitLedger.self, from: JSONEncoder().encode(before))
                #expect(after == before)
                #expect(early + after.add(next.process(fixes[cut...])) == visits)
                #expect(after.openVisits == ledger.openVisits)
                #expect(visits.count == 2 && ledger.openVisits.count == 2, "\(policy.name)")
            }
        }
    }

    @Test func `a visit has a readable description`() {
        let (enter, exit) = (Self.event(.enter, second: 0), Self.event(.exit, second: 90))
        #expect(
            "\(Visit(enter: enter, exit: exit))"
                == "van depot from 1970-01-01T00:00:00.000Z to 1970-01-01T00:01:30.000Z, 90.0 s"
        )
        #expect("\(Visit(enter: enter))" == "van depot since 1970-01-01T00:00:00.000Z")
        #expect(Visit(enter: enter, exit: exit).id == enter.id)
    }
}
