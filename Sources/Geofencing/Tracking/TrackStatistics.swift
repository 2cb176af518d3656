/// Statistics of the history that a `DeviceTracker` keeps of one device.
public struct TrackStatistics: Sendable, Hashable {
    /// The number of fixes in the history.
    public let fixes: Int

    /// The time from the oldest fix to the newest.
    public let span: Duration

    /// The sum of the geodesic distances from each fix to the next.
    public let pathLength: Distance

    /// The mean time from each fix to the next; `nil` for fewer than two fixes.
    public let averageInterval: Duration?

    /// The mean of the known horizontal accuracies; `nil` if none is known.
    public let averageAccuracy: Distance?

    /// Creates the statistics of fixes in order of time.
    ///
    /// - Complexity: O(*n*), with a geodesic for each fix.
    public init(_ history: [TrackedFix]) {
        fixes = history.count
        var length = 0.0
        for (one, next) in zip(history, history.dropFirst()) {
            length += one.coordinate.distance(to: next.coordinate).meters
        }
        pathLength = .meters(length)
        if let first = history.first, let last = history.last {
            span = first.time.duration(to: last.time)
        } else {
            span = .zero
        }
        averageInterval = history.count > 1 ? span / (history.count - 1) : nil
        let accuracies = history.compactMap { $0.horizontalAccuracy?.meters }
        averageAccuracy = accuracies.isEmpty ? nil : .meters(accuracies.reduce(0, +) / Double(accuracies.count))
    }
}
