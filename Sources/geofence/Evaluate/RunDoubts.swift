internal import Geofencing

/// Signs that fixes and geofences, which can be read, are not meant as they are read.
enum RunDoubts {
    /// Returns warnings about a run that succeeded but probably not as intended.
    ///
    /// - Parameters:
    ///   - engine: The engine that has evaluated all fixes.
    ///   - counts: The numbers of its fixes.
    ///   - geofences: All geofences that were given, also inactive ones.
    ///   - hasEvents: Whether there was any event.
    static func warnings(
        of engine: GeofenceEngine,
        _ counts: FixCounts,
        _ geofences: [Geofence],
        hasEvents: Bool
    ) throws(GeofenceError) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if !geofences.contains(where: \.isActive) {
            warnings.append(
                Diagnostic(severity: .warning, message: "there is no active geofence, so there can be no events")
            )
        }
        if counts.read > 0, !hasEvents, let warning = try AxisCheck.warning(engine, geofences) {
            warnings.append(warning)
        }
        let last = engine.deviceCount > 1000 ? [] : engine.devices.compactMap { engine.lastFix(of: $0) }
        let doubts = Set(last.map { TimeDoubt(misreadOf: $0.time.unixMilliseconds) })
        if doubts.count == 1, let doubt = doubts.first ?? nil {
            warnings.append(Diagnostic(severity: .warning, message: doubt.messageAboutAll, hint: doubt.recovery))
        }
        let used = counts.used
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
