internal import Dispatch
internal import Geofencing

/// Shows on standard error what work costs while it is done.
enum PerformanceWatch {
    /// Does the work; where a watch is wanted, shows a line every five seconds and one at the end.
    static func during<Failure>(_ isWanted: Bool, _ work: () throws(Failure) -> Void) throws(Failure) {
        guard isWanted else { return try work() }
        let console = Console()
        let queue = DispatchQueue(label: "performance")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 5, repeating: 5)
        timer.setEventHandler {
            PerformanceMonitor.shared.collectMetrics()
            show(on: console)
        }
        timer.activate()
        defer {
            // On the queue no other line is under way.
            queue.sync { timer.cancel() }
            show(on: console)
        }
        try work()
    }

    private static func show(on console: Console) {
        // A progress bar may be in the line.
        console.write((console.isTerminal ? "\r\u{1B}[K" : "") + text(.shared) + "\n")
    }

    /// The line: what the process uses, and what took place so far.
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
