internal import ArgumentParser
internal import Geofencing

/// The properties of a geofence other than its shape.
struct FenceSettings: ParsableArguments {
    @Option(help: ArgumentHelp("A display name.", valueName: "text"))
    var name: String?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether ENTER is reported.")
    var notifyOnEntry: Bool?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether EXIT is reported.")
    var notifyOnExit: Bool?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether the geofence is registered at all.")
    var active: Bool?

    @Option(
        help: ArgumentHelp(
            "How fixes become events for this geofence, whatever the policy of a run; a file may also set dwell_s.",
            valueName: "policy"
        )
    )
    var policy: PolicyChoice?

    @Option(
        help: ArgumentHelp(
            "Report a DWELL once a visit has lasted this long, in seconds or as 5m.",
            valueName: "period"
        )
    )
    var dwell: Period?

    /// Whether no setting was given.
    var isEmpty: Bool {
        name == nil && notifyOnEntry == nil && notifyOnExit == nil && active == nil && policy == nil && dwell == nil
    }

    func validate() throws { try Period.check([("--dwell", dwell)], in: PolicyOptions.periods) }

    /// Applies the settings that were given.
    func set(_ geofence: inout Geofence) throws(GeofenceError) {
        if let name { geofence.name = name }
        if let notifyOnEntry { geofence.notifyOnEntry = notifyOnEntry }
        if let notifyOnExit { geofence.notifyOnExit = notifyOnExit }
        if let active { geofence.isActive = active }
        if let policy { try set(policy, of: &geofence) }
        if let dwell { geofence.dwell = dwell.duration }
    }

    private func set(_ choice: PolicyChoice, of geofence: inout Geofence) throws(GeofenceError) {
        let settings = try choice.settings()
        if settings.staleAfter != nil {
            throw GeofenceError(
                .invalidRules,
                "stale_after_s applies to devices, so a geofence cannot have one",
                at: InputLocation(file: choice.path),
                recovery: "Leave it out, and give `--stale-after` to the run instead."
            )
        }
        geofence.policy = settings.policy
        if let dwell = settings.dwell { geofence.dwell = dwell }
    }
}
