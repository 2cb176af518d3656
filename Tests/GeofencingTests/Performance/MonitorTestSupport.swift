import InMemoryLogging
import Logging
import Synchronization

@testable import Geofencing

/// A monitor whose time, system and log belong to the test.
struct MonitorBench {
    /// What the test says of the system.
    final class World: Sendable {
        struct Values {
            var now = ContinuousClock.now
            var residentBytes: Int? = 35 << 20
            var processorTime = Duration.zero
            var battery: Double?
            var measurements = 0
        }

        private let values = Mutex(Values())

        func change(_ body: (inout Values) -> Void) { values.withLock { body(&$0) } }

        var current: Values { values.withLock { $0 } }
    }

    let world = World()
    let monitor: PerformanceMonitor
    let log = InMemoryLogHandler()

    init(processors: Int = 2, battery: Double? = nil) {
        let world = self.world
        world.change { $0.battery = battery }
        let probe = SystemProbe(
            residentBytes: {
                world.change { $0.measurements += 1 }
                return world.current.residentBytes
            },
            processorTime: { world.current.processorTime },
            processorCount: processors,
            batteryLevel: { world.current.battery }
        )
        var logger = Logger(label: "performance", factory: { [log] _ in log })
        logger.logLevel = .debug
        monitor = PerformanceMonitor(now: { world.current.now }, probe: probe, logger: logger)
    }

    /// Lets time pass.
    func pass(_ duration: Duration) { world.change { $0.now += duration } }

    /// The messages logged so far at a level.
    func messages(_ level: Logger.Level) -> [String] {
        log.entries.filter { $0.level == level }.map { "\($0.message)" }
    }
}
