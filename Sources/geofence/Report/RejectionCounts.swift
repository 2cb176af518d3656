internal import Geofencing

extension [Rejection: Int] {
    /// The reasons in alphabetical order, with their counts.
    var byReason: [(reason: String, count: Int)] {
        map { (reason: $0.key.rawValue, count: $0.value) }.sorted { $0.reason < $1.reason }
    }

    /// A line for each reason, to be shown below the line of the fixes.
    var lines: [String] {
        byReason.map { "           \(Quantity.grouped($0.count)) rejected: \($0.reason)" }
    }

    /// An object with the count for each reason.
    var json: JSONText { .object(byReason.map { ($0.reason, .number($0.count)) }) }
}

extension FixCounts {
    /// Returns the line about the fixes in the summary of a run, followed by one for each reason for rejection.
    ///
    /// - Parameter remark: Text to append to the first line.
    func lines(remark: String = "") -> [String] {
        ["fixes      \(Quantity.account(read: read, used: used))\(remark)"] + rejected.lines
    }
}
