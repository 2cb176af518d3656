package import Logging
internal import Synchronization

/// Monitors how fast a process does its work, and what resources that takes.
///
/// It keeps the last 100 GPS and message latencies and figures of memory, processors and battery, each with a target,
/// and a histogram of the whole run for every ``Operation``:
///
/// ```swift
/// let monitor = PerformanceMonitor.shared
/// let transitions = engine.process(fix)  // counts as an `evaluation`
/// monitor.sample(.delivery) { send(transitions) }
/// let summary = monitor.getPerformanceSummary()
/// if !summary.meetsMemoryTarget { monitor.logMetrics() }
/// ```
///
/// A monitor may be used from any thread. It has no thread or timer of its own: memory, processors and the machine's
/// battery are measured when the monitor is created, and again when something is read or recorded and the figures are
/// five seconds old.
public final class PerformanceMonitor: Sendable {
    struct State {
        var gps = LatencyWindow()
        var messages = LatencyWindow()
        var timers = MessageTimers()
        var unusable = 0
        var system: SystemUsage
        var battery = BatteryHistory()
        /// Whether the battery level comes from fixes instead of the machine.
        var hasFixBattery = false
    }

    /// The monitor of this process.
    public static let shared = PerformanceMonitor()

    /// The target that GPS latencies should stay below: 0.5 seconds.
    public let gpsLatencyTarget = PerformanceTarget.gpsLatency

    /// The target that message latencies should stay below: 0.1 seconds.
    public let messageLatencyTarget = PerformanceTarget.messageLatency

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The target that memory on a phone should stay below: 50 megabytes. It also applies to all other machines except
    /// watches.
    public let memoryTargetMB_iOS = PerformanceTarget.phoneMemoryMB

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The target that memory on a watch should stay below: 25 megabytes.
    public let memoryTargetMB_Watch = PerformanceTarget.watchMemoryMB

    /// The target that processor usage should stay below: 10 percent.
    public let cpuTargetPercent = PerformanceTarget.cpuPercent

    /// The level at or below which a battery is low: 0.20.
    public let lowBatteryThreshold = PerformanceTarget.lowBattery

    /// The level at or below which a battery is critical: 0.10.
    public let criticalBatteryThreshold = PerformanceTarget.criticalBattery

    let now: @Sendable () -> ContinuousClock.Instant
    let logger: Logger
    let operations = OperationTimers()
    let timing = Atomic(true)
    private let probe: SystemProbe
    private let created: ContinuousClock.Instant
    private let state: Mutex<State>

    /// Creates a monitor with its own clock, system and logger, for tests.
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
        // Not at the current time: the processor usage would then cover only the initializer so far.
        state.withLock { measure(&$0, at: created) }
    }

    /// Measures memory, processors and the machine's battery now, however recent the figures are.
    public func collectMetrics() {
        state.withLock { measure(&$0, at: now()) }
    }

    /// Discards all latencies, messages, operations and the battery's history, as if the monitor were new; for tests.
    public func resetMetrics() {
        state.withLock { state in
            let now = now()
            state = State(system: SystemUsage(probe, at: now))
            measure(&state, at: now)
        }
        operations.reset()
    }

    /// Runs `body` on the state, after measuring the system anew if its figures are five seconds old.
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
