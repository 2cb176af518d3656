import TestSupport
import Testing

@testable import Geofencing

/// Departures that engines with a ceiling on accuracy were seen to refuse: fixes 201 m to 988 m outside at an accuracy
/// of 52 m to 122 m (customerio-android, pull request 893).
@Suite struct DepartureTests {
    static let center = Coordinate(latitude: 52.5, longitude: 13.4)

    /// A place so many meters north of the northern boundary of each of the geofences.
    static func north(_ meters: Double) -> Coordinate {
        Geodesic.direct(from: center, azimuth: 0, distance: 100 + meters)
    }

    /// A circle, a square of the same height, and a strip as deep as a shop, whose northern boundaries are 100 m north
    /// of the center.
    private static func fences() throws -> [Geofence] {
        func box(_ id: Geofence.ID, depth: Double) throws -> Geofence {
            let (top, bottom) = (north(0).latitude, north(-depth).latitude)
            let corners = [(top, 13.39), (top, 13.41), (bottom, 13.41), (bottom, 13.39)]
            return Geofence(id, .polygon(try Polygon(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })))
        }
        let circle = Geofence("circle", .circle(center: center, radius: .meters(100)))
        return [circle, try box("square", depth: 200), try box("strip", depth: 24)]
    }

    /// The events of a trace in a file, evaluated as a whole: seconds of the event, of its bounds and of its decision.
    static func events(
        _ policy: TransitionPolicy,
        _ fence: Geofence,
        _ fixes: [(second: Int, meters: Double, accuracy: Double)]
    ) throws -> [String] {
        let start = 1_767_225_600_000
        let lines = fixes.map { fix in
            let place = north(fix.meters)
            return "dog,\(start + fix.second * 1000),\(place.latitude),\(place.longitude),\(fix.accuracy)\n"
        }
        let file = try TemporaryFile("device,ts_unix_ms,lat,lon,accuracy\n" + lines.joined())
        var result = try TraceEvaluation(GeofenceEngine([fence], policy: policy), traces: [TraceFile(path: file.path)])
            .run()
        var events: [String] = []
        try result.transitions.drain(registry: result.engine.registry) { record throws(GeofenceError) in
            let isExact = record.earliest == TransitionRecord.unknownTime
            let times = isExact ? [record.time] : [record.earliest, record.latest]
            let seconds = (times + [record.decidedTime]).map { "\((Int($0) - start) / 1000)" }
            events.append("\(record.kind.rawValue) \(seconds.joined(separator: " "))")
        }
        return events
    }

    @Test(arguments: PolicyEvaluationTests.policies)
    func `a fix 988 m outside at an accuracy of 122 m ends the visit at once`(policy: TransitionPolicy) throws {
        for fence in try Self.fences() {
            let events = try Self.events(
                policy,
                fence,
                [(0, -12, 5), (60, -12, 5), (120, 988, 122), (180, 988, 122), (240, 980, 100)]
            )
            #expect(events == ["ENTER 0 0", policy.isRaw ? "EXIT 120 120" : "EXIT 60 120 120"], "\(fence.id)")
        }
    }

    /// Under `balanced` one fix that is not farther out than 250 m, the buffer and 1.5 times its accuracy may be a wild
    /// one: it counts, and the next one, five minutes later, decides; the EXIT has its place between the fixes around
    /// the boundary.
    @Test(
        arguments: PolicyEvaluationTests.policies,
        [(321.7, 52.4), (201, 122), (201, 52.4), (500, 122)] as [(Double, Double)]
    )
    func `a coarse fix clearly outside counts toward a departure whatever its accuracy`(
        policy: TransitionPolicy,
        seen: (meters: Double, accuracy: Double)
    ) throws {
        for fence in try Self.fences() {
            let (meters, accuracy) = seen
            let events = try Self.events(
                policy,
                fence,
                [(0, -12, 5), (60, -12, 5), (120, meters, accuracy), (422, meters, accuracy)]
            )
            let decided = if case .balanced = policy, meters < 450 { 422 } else { 120 }
            #expect(events == ["ENTER 0 0", policy.isRaw ? "EXIT 120 120" : "EXIT 60 120 \(decided)"], "\(fence.id)")
            // A fix inside would have taken it back, so nothing was refused for its accuracy.
            let lone = try Self.events(
                policy,
                fence,
                [(0, -12, 5), (120, meters, accuracy), (130, -12, 5), (422, -12, 5)]
            )
            #expect(lone.contains { $0.hasPrefix("EXIT") } == (decided == 120), "\(fence.id)")
        }
    }
}
