/// The last hundred samples of a latency in seconds, with exact figures.
struct LatencyWindow {
    static let capacity = 100

    private var samples: [Double] = []
    /// Where the next sample goes once all places are taken: the oldest.
    private var oldest = 0

    /// Takes a sample, in place of the oldest if there are a hundred.
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
