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

    /// An object with the number of each reason.
    var json: JSONText { .object(byReason.map { ($0.reason, .number($0.count)) }) }
}

extension FixCounts {
    /// The line of the fixes in the summary of a run, and one for each reason why some were not used.
    ///
    /// - Parameter remark: What the first line ends with.
    func lines(remark: String = "") -> [String] {
        ["fixes      \(Quantity.account(read: read, used: used))\(remark)"] + rejected.lines
    }
}
