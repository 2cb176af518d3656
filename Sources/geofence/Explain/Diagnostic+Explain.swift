internal import Geofencing

extension Diagnostic {
    /// Creates the warning for a time before the first or after the last fix of the device.
    static func outsideFixes(_ time: Timestamp, _ first: Timestamp, _ last: Timestamp) -> Diagnostic {
        let (from, to) = (ExplainTable.moment(first), ExplainTable.moment(last))
        return Diagnostic(
            severity: .warning,
            message:
                "\(ExplainTable.moment(time)) is \(time < first ? "before" : "after") all fixes of the device, which are from \(from) to \(to)",
            hint: "The nearest ones are shown; to see others, give another --at."
        )
    }
}
