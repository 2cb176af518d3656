extension PerformanceMonitor {
    /// Returns all figures as text in Prometheus's exposition format 0.0.4, in its base units: seconds, bytes, ratios.
    ///
    /// The operations that took place form one summary, `geofence_operation_duration_seconds`, with a label
    /// `operation`; its quantile 1 is the longest duration.
    public func prometheusText() -> String {
        var text = ""
        for figure in figures {
            text += """
                # HELP \(figure.name) \(figure.help)
                # TYPE \(figure.name) \(figure.kind.rawValue)
                \(figure.name) \(figure.value)

                """
        }
        let name = "geofence_operation_duration_seconds"
        text += "# HELP \(name) Duration of one operation, over the whole run.\n# TYPE \(name) summary\n"
        for operation in Operation.allCases {
            guard let latency = latency(of: operation) else { continue }
            let label = "operation=\"\(operation.rawValue)\""
            for (quantile, duration) in latency.quantiles {
                text += "\(name){\(label),quantile=\"\(quantile)\"} \(duration / .seconds(1))\n"
            }
            text += "\(name)_sum{\(label)} \(latency.mean * latency.count / .seconds(1))\n"
            text += "\(name)_count{\(label)} \(latency.count)\n"
        }
        return text
    }
}
