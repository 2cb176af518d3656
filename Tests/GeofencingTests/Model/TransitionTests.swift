import Geofencing
import Testing

@Suite struct TransitionTests {
    private static let start = Timestamp(unixMilliseconds: 1_767_225_600_000)

    private static func transition(_ kind: Transition.Kind, _ cause: Transition.Cause) -> Transition {
        Transition(
            kind: kind,
            device: "van 7",
            geofence: "yard",
            time: start + .milliseconds(60_500),
            decidedTime: start + .seconds(90),
            visitStart: start,
            coordinate: Coordinate(latitude: 52.52, longitude: 13.405),
            cause: cause
        )
    }

    @Test func `a transition has the documented description`() throws {
        let depot = Coordinate(latitude: 52.52, longitude: 13.405)
        let engine = try GeofenceEngine([Geofence("depot", .circle(center: depot, radius: .meters(150)))])
        var lines: [String] = []
        for (minute, latitude) in [52.500, 52.5195, 52.521, 52.530].enumerated() {
            let time = Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(minute) * 60_000)
            let fix = Fix(device: "truck-7", time: time, coordinate: Coordinate(latitude: latitude, longitude: 13.405))
            for transition in engine.process(fix) { lines.append("\(transition)") }
        }
        #expect(
            lines == [
                "ENTER truck-7 depot at 2026-01-01T00:00:57.390Z",
                "EXIT truck-7 depot at 2026-01-01T00:02:02.319Z after 64.929 s",
            ]
        )
    }

    @Test func `simultaneous transitions of a device are ordered by decision time`() {
        var (first, second) = (Self.transition(.exit, .movement), Self.transition(.enter, .movement))
        second.decidedTime = first.decidedTime + .milliseconds(1)
        #expect(Transition.precedes(first, second) && !Transition.precedes(second, first))
        // An EXIT comes before an ENTER only where they were decided at once.
        (first.kind, second.kind) = (.enter, .exit)
        #expect(Transition.precedes(first, second) && !Transition.precedes(second, first))
        second.decidedTime = first.decidedTime
        #expect(Transition.precedes(second, first) && !Transition.precedes(first, second))
    }

    @Test(
        arguments: [
            (.movement, ""), (.initial, ", initial"), (.geofenceAdded, ", fence_added"),
            (.geofenceChanged, ", fence_changed"), (.geofenceRemoved, ", fence_removed"), (.gap, ", gap"),
        ] as [(Transition.Cause, String)]
    )
    func `a description names any cause other than movement`(cause: Transition.Cause, text: String) {
        #expect("\(Self.transition(.enter, cause))" == "ENTER van 7 yard at 2026-01-01T00:01:00.500Z\(text)")
    }

    @Test func `an EXIT description includes a known visit duration and marks an inferred time`() {
        var exit = Self.transition(.exit, .gap)
        #expect("\(exit)" == "EXIT van 7 yard at 2026-01-01T00:01:00.500Z after 60.5 s, gap")
        exit.visitStart = nil
        #expect("\(exit)" == "EXIT van 7 yard at 2026-01-01T00:01:00.500Z, gap")
        #expect("\(Self.transition(.dwell, .movement))" == "DWELL van 7 yard at 2026-01-01T00:01:00.500Z")
        var passed = Self.transition(.exit, .movement)
        passed.isInferred = true
        #expect("\(passed)" == "EXIT van 7 yard at 2026-01-01T00:01:00.500Z after 60.5 s, inferred")
    }
}
