internal import Geofencing

/// Warnings about labels that are probably not what the user takes them for.
extension BacktestCommand {
    /// Warns about labels that are probably a slip. Without any labels every visit is false; a label whose geofence,
    /// device or time does not occur is missed by every policy; a visit that overlaps another counts twice. If only a
    /// part is labeled, the policy that finds least looks best.
    ///
    /// - Parameters:
    ///   - period: The period of the fixes, in milliseconds since 1970; `nil` if there are none.
    ///   - rows: The results of each policy.
    func warn(
        about labels: [LabeledVisit],
        _ geofences: [Geofence],
        _ devices: Set<DeviceID>,
        _ period: ClosedRange<Int64>?,
        _ rows: [BacktestRow]
    ) {
        if labels.isEmpty {
            warn("there are no visits in the labels", hint: "Every visit that is found counts as false.")
        } else {
            let found = rows.lazy.flatMap(\.tally.visits)
            warn(
                ofUnlabeled: Set(found.map(\.geofence)).subtracting(labels.map(\.geofence)),
                "geofence",
                option: "--fences"
            )
            warn(ofUnlabeled: Set(found.map(\.device)).subtracting(labels.map(\.device)), "device", option: "--trace")
        }
        if let period, let first = labels.map(\.enter).min(), !labels.contains(where: { $0.overlaps(period) }) {
            let times = [period.lowerBound, period.upperBound, first].map { Timestamp(unixMilliseconds: $0).iso8601 }
            warn(
                "no label is within the period of the trace (\(times[0]) to \(times[1])): the first begins at \(times[2])",
                hint: """
                    All count as missed. Give times as ISO 8601 or as seconds since 1970; enter_unix_ms and exit_unix_ms take \
                    milliseconds.
                    """
            )
        }
        let overlapping = labels.overlapping
        if overlapping > 0 {
            warn(
                "\(Quantity.grouped(overlapping)) of the labels \(overlapping == 1 ? "begins" : "begin") before an earlier one has ended",
                hint: "Each is compared on its own: give every visit once, with its exit."
            )
        }
        let geofences = Set(geofences.map(\.id))
        warn(ofUnknown: labels.map(\.geofence).filter { !geofences.contains($0) }, "geofence", option: "--fences")
        warn(ofUnknown: labels.map(\.device).filter { !devices.contains($0) }, "device", option: "--trace")
    }

    private func warn<Name: Hashable & Comparable>(ofUnknown names: [Name], _ what: String, option: String) {
        let unknown = Set(names)
        guard let first = unknown.min() else { return }
        warn(
            "\(Quantity.counted(unknown.count, what)) in the labels, such as \"\("\(first)".shortened)\", "
                + "\(unknown.count == 1 ? "is" : "are") not in \(option)",
            hint: "Their visits count as missed."
        )
    }

    private func warn<Name: Comparable>(ofUnlabeled names: Set<Name>, _ what: String, option: String) {
        guard let first = names.min() else { return }
        warn(
            "\(Quantity.counted(names.count, what)) with visits, such as \"\("\(first)".shortened)\", \(names.count == 1 ? "has" : "have") no label",
            hint:
                "These visits count as false. If \(names.count == 1 ? "it was" : "they were") never labeled, leave \(names.count == 1 ? "it" : "them") out of \(option)."
        )
    }

    private func warn(_ message: String, hint: String) {
        guard !messages.quiet else { return }
        let location = labels.map { InputLocation(file: $0) }
        Console().show(Diagnostic(severity: .warning, location: location, message: message, hint: hint))
    }
}
