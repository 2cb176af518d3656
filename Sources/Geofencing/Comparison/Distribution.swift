/// Whole numbers and how often each occurred, so that percentiles are exact.
package struct Distribution: Sendable, Hashable {
    private var counts: [Int64: Int] = [:]
    package private(set) var count = 0

    package mutating func add(_ value: Int64) {
        counts[value, default: 0] += 1
        count += 1
    }

    /// Returns the smallest number that at least this share of all numbers do not exceed; `nil` if there are none.
    ///
    /// - Parameter share: In 0 ... 1; 0.5 for the median.
    /// - Complexity: O(*n* log *n*) for *n* different numbers.
    package func percentile(_ share: Double) -> Int64? {
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (value, times) in counts.sorted(by: { $0.key < $1.key }) {
            seen += times
            if seen >= wanted { return value }
        }
        return nil
    }
}
