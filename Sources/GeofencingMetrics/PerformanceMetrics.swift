public import Geofencing
public import Metrics
internal import Synchronization

/// Passes the figures of a performance monitor to swift-metrics, under the names that
/// `PerformanceMonitor.prometheusText()` uses.
///
/// ```swift
/// MetricsSystem.bootstrap(backend)
/// let metrics = PerformanceMetrics()
/// while !Task.isCancelled {
///     metrics.update()
///     try await Task.sleep(for: .seconds(5))
/// }
/// ```
///
/// The duration of an operation is a meter for each quantile, `geofence_operation_duration_seconds` with the dimensions
/// `operation` and `quantile`. The number of operations is the counter `geofence_operations_total`, which corresponds
/// to the count of the summary in the text.
public final class PerformanceMetrics: Sendable {
    private struct State {
        var meters: [String: Meter] = [:]
        var counters: [String: (counter: Counter, value: Int)] = [:]
    }

    private let monitor: PerformanceMonitor
    private let factory: any MetricsFactory
    private let state = Mutex(State())

    /// Creates the metrics of a monitor.
    ///
    /// - Parameters:
    ///   - monitor: The monitor whose figures are passed on.
    ///   - factory: The factory of the metrics; by default the one that `MetricsSystem` was bootstrapped with.
    public init(_ monitor: PerformanceMonitor = .shared, factory: any MetricsFactory = MetricsSystem.factory) {
        self.monitor = monitor
        self.factory = factory
    }

    /// Sets the meters, and increments the counters by what was counted since the last update.
    ///
    /// - Complexity: O(1).
    public func update() {
        state.withLock { state in
            for figure in monitor.figures {
                switch figure.kind {
                case .gauge: set(figure.name, [], to: figure.value, &state)
                case .counter: count(figure.name, [], upTo: Int(figure.value), &state)
                }
            }
            for operation in PerformanceMonitor.Operation.allCases {
                guard let latency = monitor.latency(of: operation) else { continue }
                let dimension = ("operation", operation.rawValue)
                count("geofence_operations_total", [dimension], upTo: latency.count, &state)
                for (quantile, duration) in latency.quantiles {
                    let dimensions = [dimension, ("quantile", quantile)]
                    set("geofence_operation_duration_seconds", dimensions, to: duration / .seconds(1), &state)
                }
            }
        }
    }

    private func set(_ label: String, _ dimensions: [(String, String)], to value: Double, _ state: inout State) {
        let key = "\(label) \(dimensions)"
        let meter = state.meters[key] ?? Meter(label: label, dimensions: dimensions, factory: factory)
        state.meters[key] = meter
        meter.set(value)
    }

    private func count(_ label: String, _ dimensions: [(String, String)], upTo value: Int, _ state: inout State) {
        let key = "\(label) \(dimensions)"
        let (counter, before) =
            state.counters[key] ?? (Counter(label: label, dimensions: dimensions, factory: factory), 0)
        state.counters[key] = (counter, value)
        // A monitor that was reset counts from zero again.
        counter.increment(by: value < before ? value : value - before)
    }
}
