// Fixes arrive one by one, as from a socket; transitions are printed as soon as a fix causes one, and the monitor
// measures.

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
            // The time by which the next fix is needed, if the device is never faster than 30 m/s.
            let next = try engine.nextFixBy(after: fix, maximumMetersPerSecond: 30)
            print("\(fix.device): next fix by \(next)")
        }

        // Geofences may change while fixes arrive: transitions of devices already inside are reported at once.
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

    /// Put your own stream here; in this example, a van drives through the depot.
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
