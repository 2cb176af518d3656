internal import Geofencing

/// Shows the cost of work while it runs: a line every five seconds, and one at the end.
struct PerformanceWatch {
    static let interval = Duration.seconds(5)

    private let monitor: PerformanceMonitor
    private let timer: any RepeatingTimer
    private let show: @Sendable (String) -> Void

    /// - Parameters:
    ///   - timer: Triggers each line.
    ///   - show: Receives each line.
    init(
        _ monitor: PerformanceMonitor = .shared,
        timer: any RepeatingTimer = DispatchTimer(),
        show: @escaping @Sendable (String) -> Void = { line in
            let console = Console()
            // A progress bar may occupy the line.
            console.write((console.isTerminal ? Console.emptyLine : "") + line + "\n")
        }
    ) {
        self.monitor = monitor
        self.timer = timer
        self.show = show
    }

    /// Does the work, and watches it if `isWanted` is true.
    static func during<Failure>(_ isWanted: Bool, _ work: () throws(Failure) -> Void) throws(Failure) {
        guard isWanted else { return try work() }
        try PerformanceWatch().during(work)
    }

    /// Does the work and shows the lines.
    func during<Failure>(_ work: () throws(Failure) -> Void) throws(Failure) {
        timer.start(every: Self.interval) { [monitor, show] in
            monitor.collectMetrics()
            show(Self.text(monitor))
        }
        defer {
            timer.stop()
            show(Self.text(monitor))
        }
        try work()
    }

    /// Returns the line: the resources that the process uses, and the operations so far.
    static func text(_ monitor: PerformanceMonitor) -> String {
        let summary = monitor.getPerformanceSummary()
        var parts = [
            "memory \(Quantity.fixed(summary.memoryUsageMB, digits: 1)) MB",
            "CPU \(Quantity.fixed(summary.cpuUsagePercent, digits: 1)) %",
        ]
        for operation in PerformanceMonitor.Operation.allCases {
            guard let latency = monitor.latency(of: operation) else { continue }
            let shares = [("p50", latency.p50), ("p95", latency.p95), ("p99", latency.p99)].map { name, duration in
                "\(name) \(Quantity.significant(duration / .nanoseconds(1))) ns"
            }
            parts.append(
                "\(operation.rawValue) \(Quantity.grouped(latency.count)) (\(shares.joined(separator: ", ")))"
            )
        }
        return "performance  " + parts.joined(separator: ", ")
    }
}
