package import Logging
internal import Synchronization

/// Watches how fast a process does its work, and what that costs it.
///
/// It keeps the last 100 GPS and message latencies, memory, processor and battery, each with a target, and for every
/// ``Operation`` a histogram of the whole run:
///
/// ```swift
/// let monitor = PerformanceMonitor.shared
/// let transitions = engine.process(fix)  // counts as an `evaluation`
/// monitor.sample(.delivery) { send(transitions) }
/// let summary = monitor.getPerformanceSummary()
/// if !summary.meetsMemoryTarget { monitor.logMetrics() }
/// ```
///
/// A monitor may be used from any thread. It has no thread or timer of its own: memory, processor and the machine's battery
/// are measured when the monitor is made, and anew when something is read or recorded and they are five seconds old.
public final class PerformanceMonitor: Sendable {
    struct State {
        var gps = LatencyWindow()
        var messages = LatencyWindow()
        var timers = MessageTimers()
        var unusable = 0
        var system: SystemUsage
        var battery = BatteryHistory()
        /// Whether the battery is that of the fixes, not the machine's.
        var hasFixBattery = false
    }

    /// The monitor of this process.
    public static let shared = PerformanceMonitor()

    /// GPS latencies are to stay below it: 0.5 seconds.
    public let gpsLatencyTarget = PerformanceTarget.gpsLatency

    /// Message latencies are to stay below it: 0.1 seconds.
    public let messageLatencyTarget = PerformanceTarget.messageLatency

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Memory on a phone is to stay below it: 50 megabytes. Other machines but watches are held to it too.
    public let memoryTargetMB_iOS = PerformanceTarget.phoneMemoryMB

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Memory on a watch is to stay below it: 25 megabytes.
    public let memoryTargetMB_Watch = PerformanceTarget.watchMemoryMB

    /// The use of the processors is to stay below it: 10 percent.
    public let cpuTargetPercent = PerformanceTarget.cpuPercent

    /// At or below it a battery is low: 0.20.
    public let lowBatteryThreshold = PerformanceTarget.lowBattery

    /// At or below it a battery is nearly empty: 0.10.
    public let criticalBatteryThreshold = PerformanceTarget.criticalBattery

    let now: @Sendable () -> ContinuousClock.Instant
    let logger: Logger
    let operations = OperationTimers()
    let timing = Atomic(true)
    private let probe: SystemProbe
    private let created: ContinuousClock.Instant
    private let state: Mutex<State>

    /// A monitor with its own clock, system and logger, for tests.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        probe: SystemProbe = .system,
        logger: Logger = .performance
    ) {
        self.now = now
        self.probe = probe
        self.logger = logger
        created = now()
        state = Mutex(State(system: SystemUsage(probe, at: created)))
        // Not now: what was used of the processors since then would be what this has used.
        state.withLock { measure(&$0, at: created) }
    }

    /// Measures memory, processor and the machine's battery at once, however old the figures are.
    public func collectMetrics() {
        state.withLock { measure(&$0, at: now()) }
    }

    /// Forgets all latencies, messages, operations and the battery's past, as if the monitor were new; for tests.
    public func resetMetrics() {
        state.withLock { state in
            let now = now()
            state = State(system: SystemUsage(probe, at: now))
            measure(&state, at: now)
        }
        operations.reset()
    }

    /// Works on the state when its figures of the system are at most five seconds old.
    func withState<Result>(_ body: (inout State, ContinuousClock.Instant) -> Result) -> Result {
        state.withLock { state in
            let now = now()
            if state.system.isStale(at: now) { measure(&state, at: now) }
            return body(&state, now)
        }
    }

    private func measure(_ state: inout State, at now: ContinuousClock.Instant) {
        state.system.measure(probe, at: now)
        guard !state.hasFixBattery, let level = probe.batteryLevel() else { return }
        state.battery.record(level, at: now - created)
    }
}
