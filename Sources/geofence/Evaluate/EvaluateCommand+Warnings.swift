internal import Geofencing

extension EvaluateCommand {
    /// Returns warnings about a run that succeeded but probably not as intended.
    func warnings(about summary: EvaluationSummary) throws(GeofenceError) -> [Diagnostic] {
        var warnings = try RunDoubts.warnings(
            of: summary.result.engine,
            summary.counts,
            summary.fences.geofences,
            hasEvents: summary.events.all > 0
        )
        // Files without records have already been reported one by one.
        if summary.counts.read == 0, stored.store != nil {
            let message = "the store has none of the requested fixes, so it now has no events of evaluate"
            warnings.append(Diagnostic(severity: .warning, message: message))
        }
        return warnings
    }
}
