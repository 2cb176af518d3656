internal import Geofencing

extension EvaluateCommand {
    /// Returns warnings about a run that succeeded but probably not as intended.
    func warnings(about summary: EvaluationSummary) throws(GeofenceError) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if !summary.fences.geofences.contains(where: \.isActive) {
            warnings.append(
                Diagnostic(severity: .warning, message: "there is no active geofence, so there can be no events")
            )
        }
        if summary.counts.read == 0 {
            // Files without records have already been reported one by one.
            if stored.store != nil {
                let message = "the store has none of the requested fixes, so it now has no events of evaluate"
                warnings.append(Diagnostic(severity: .warning, message: message))
            }
        } else if summary.events.all == 0,
            let warning = try AxisCheck.warning(summary.result.engine, summary.fences.geofences)
        {
            warnings.append(warning)
        }
        let used = summary.counts.used
        let engine = summary.result.engine
        let last = engine.deviceCount > 1000 ? [] : engine.devices.compactMap { engine.lastFix(of: $0) }
        if !last.isEmpty, last.allSatisfy({ TimeDoubt.isLikelySeconds($0.time) }) {
            warnings.append(
                Diagnostic(
                    severity: .warning,
                    message:
                        "the fixes are from the first months of 1970, as if their times were seconds, read as milliseconds",
                    hint: TimeDoubt.seconds.recovery
                )
            )
        }
        // Names are requested last because there may be very many.
        if used >= 10, engine.deviceCount >= used, engine.devices.areNumbersOfRows {
            warnings.append(
                Diagnostic(
                    severity: .warning,
                    message:
                        "each of the \(Quantity.grouped(used)) fixes has a different device, so no device can leave a geofence",
                    hint: "Use the name device for what identifies devices: a column id may be the number of the row."
                )
            )
        }
        return warnings
    }
}

extension [DeviceID] {
    /// Whether the names are numbers close together, as row numbers are and tracker numbers are not.
    fileprivate var areNumbersOfRows: Bool {
        let numbers = compactMap { Double($0.rawValue) }
        guard numbers.count == count, let least = numbers.min(), let most = numbers.max() else { return false }
        return most - least < 2 * Double(count)
    }
}
