/// The last hundred samples of a latency in seconds, with exact statistics.
struct LatencyWindow {
    static let capacity = 100

    private var samples: [Double] = []
    /// The index of the oldest sample, which the next one replaces once there are a hundred.
    private var oldest = 0

    /// Appends a sample, replacing the oldest if there are a hundred.
    mutating func append(_ sample: Double) {
        if samples.count < Self.capacity {
            samples.append(sample)
        } else {
            samples[oldest] = sample
            oldest = (oldest + 1) % Self.capacity
        }
    }

    /// The mean; zero without samples.
    var average: Double { samples.isEmpty ? 0 : samples.reduce(0, +) / Double(samples.count) }

    /// The sample of rank ⌈0.95 *n*⌉ in ascending order; zero without samples.
    var p95: Double { samples.isEmpty ? 0 : samples.sorted()[(samples.count * 95 + 99) / 100 - 1] }
}
