// Fixes come in one by one, as from a socket; transitions go out as soon as a fix makes one, and the monitor watches.

import Geofencing

@main
struct LiveStream {
    static func main() async throws {
        let depot = Coordinate(latitude: 52.52, longitude: 13.405)
        let engine = try GeofenceEngine([Geofence("depot", .circle(center: depot, radius: .meters(150)))])
        let monitor = PerformanceMonitor.shared

        for await fix in fixes {
            for transition in engine.process(fix) {
                print(transition.json())
            }
            // When to ask the device again, if it is nowhere faster than 30 m/s.
            let next = try engine.nextFixBy(after: fix, maximumMetersPerSecond: 30)
            print("\(fix.device): next fix by \(next)")
        }

        // Geofences may change while fixes come in: who is inside is told at once.
        let yard = Geofence("yard", .circle(center: depot, radius: .kilometers(5)))
        for transition in try engine.upsert(yard) {
            print(transition)
        }
        let evaluation = monitor.latency(of: .evaluation)
        print(
            "\(engine.counts.used) fixes used; \(evaluation?.count ?? 0) timed, memory below its target:",
            terminator: " "
        )
        print(monitor.getPerformanceSummary().meetsMemoryTarget)
    }

    /// Where your own stream goes; here a van on its way through the depot.
    static var fixes: AsyncStream<Fix> {
        AsyncStream { continuation in
            for (minute, latitude) in [52.500, 52.5195, 52.521, 52.530].enumerated() {
                continuation.yield(
                    Fix(
                        device: "van-7",
                        time: Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(minute) * 60_000),
                        coordinate: Coordinate(latitude: latitude, longitude: 13.405)
                    )
                )
            }
            continuation.finish()
        }
    }
}
