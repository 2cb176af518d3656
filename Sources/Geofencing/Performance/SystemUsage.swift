/// The process's use of the machine.
struct SystemUsage {
    /// The age at which the figures are measured anew.
    static let interval = Duration.seconds(5)

    private(set) var memoryMB = 0.0
    /// The percentage of all processors since the previous measurement; zero at the first.
    private(set) var cpuPercent = 0.0
    private(set) var measured: ContinuousClock.Instant
    private var processorTime: Duration

    init(_ probe: SystemProbe, at now: ContinuousClock.Instant) {
        measured = now
        processorTime = probe.processorTime()
        measureMemory(probe)
    }

    /// Whether it is time to measure anew.
    func isStale(at now: ContinuousClock.Instant) -> Bool { now - measured >= Self.interval }

    mutating func measure(_ probe: SystemProbe, at now: ContinuousClock.Instant) {
        measureMemory(probe)
        let elapsed = now - measured
        guard elapsed > .zero else { return }
        let used = probe.processorTime()
        let share = (used - processorTime) / (elapsed * probe.processorCount)
        cpuPercent = min(max(share * 100, 0), 100)
        processorTime = used
        measured = now
    }

    private mutating func measureMemory(_ probe: SystemProbe) {
        if let bytes = probe.residentBytes() { memoryMB = Double(bytes) / 1_048_576 }
    }
}
