internal import Geofencing

extension [Rejection: Int] {
    /// The reasons in alphabetical order.
    var byReason: [(reason: String, count: Int)] {
        map { (reason: $0.key.rawValue, count: $0.value) }.sorted { $0.reason < $1.reason }
    }

    /// A line for each reason, below that of the fixes.
    var lines: [String] {
        byReason.map { "           \(Quantity.grouped($0.count)) rejected: \($0.reason)" }
    }
}
