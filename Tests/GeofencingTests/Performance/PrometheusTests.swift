import Testing

@testable import Geofencing

@Suite struct PrometheusTests {
    @Test func `the page has every figure in base units`() {
        let bench = MonitorBench(processors: 1, battery: 0.5)
        bench.monitor.recordGPSLatency(0.25)
        bench.monitor.recordMessageSent(messageId: "m")
        bench.world.change { $0.processorTime = .seconds(1) }
        bench.pass(.seconds(5))
        bench.monitor.record(.evaluation, .microseconds(1), count: 8)
        let lines = bench.monitor.prometheusText().split(separator: "\n")
        for line in [
            "# HELP geofence_gps_latency_average_seconds Mean of the last 100 GPS latencies.",
            "# TYPE geofence_gps_latency_average_seconds gauge", "geofence_gps_latency_average_seconds 0.25",
            "geofence_gps_latency_p95_seconds 0.25", "geofence_message_latency_p95_seconds 0.0",
            "geofence_messages_pending 1.0", "# TYPE geofence_messages_unanswered_total counter",
            "geofence_messages_unanswered_total 0.0", "geofence_memory_bytes 36700160.0",
            "geofence_cpu_usage_ratio 0.2", "geofence_battery_level_ratio 0.5",
            "geofence_battery_drain_ratio_per_hour 0.0", "# TYPE geofence_operation_duration_seconds summary",
            "geofence_operation_duration_seconds{operation=\"evaluation\",quantile=\"0.5\"} 1.25e-07",
            "geofence_operation_duration_seconds{operation=\"evaluation\",quantile=\"1\"} 1.25e-07",
            "geofence_operation_duration_seconds_sum{operation=\"evaluation\"} 1e-06",
            "geofence_operation_duration_seconds_count{operation=\"evaluation\"} 8",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }

    @Test func `every line is valid, and every metric is described once`() throws {
        let monitor = MonitorBench().monitor
        for operation in PerformanceMonitor.Operation.allCases { monitor.record(operation, .seconds(1)) }
        let text = monitor.prometheusText()
        #expect(text.last == "\n")
        var described: [Substring] = []
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: #/# TYPE ([a-z0-9_]+) (gauge|counter|summary)/#) {
                described.append(match.1)
            } else if !line.hasPrefix("# HELP geofence_") {
                let sample = #/([a-z0-9_]+)(\{[a-z]+="[a-z]+"(,quantile="[0-9.]+")?\})? [-+.0-9e]+/#
                let name = try #require(line.wholeMatch(of: sample)?.1, "\(line)")
                #expect(described.contains { name == $0 || name == $0 + "_sum" || name == $0 + "_count" })
            }
        }
        #expect(Set(described).count == described.count)
    }
}
