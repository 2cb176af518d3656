internal import ArgumentParser
internal import Geofencing

/// Ways to send fewer fixes.
enum ThinningKind: String, ExpressibleByArgument, CaseIterable {
    case throttle
    case safeRadius = "safe-radius"
}

/// What to find out about sending fewer fixes.
struct ThinningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Find out what would be saved and lost if devices sent fewer fixes, by geometry alone.",
            discussion: """
                throttle sends by battery, motion and accuracy. safe-radius sends when the device could have reached the \
                nearest boundary since its last fix. Both follow what geometry alone decides: without --policy the run is one of \
                raw; what needs more than geometry is refused.
                """,
            valueName: "rule"
        )
    )
    var thin: ThinningKind?

    @Option(
        help: ArgumentHelp(
            "The charge that throttle goes by, in percent. (default: that of the fixes; full where they tell none)",
            valueName: "percent"
        )
    )
    var battery: Double?

    @Option(
        help: ArgumentHelp("Write the events that would be late or lost to an NDJSON file.", valueName: "file")
    )
    var thinEvents: String?

    /// Returns the rule to follow; `nil` for none.
    ///
    /// - Parameter speed: The speed in m/s that no device exceeds; `nil` for 50.
    func rule(maximumMetersPerSecond speed: Double?) -> ThinningRule? {
        switch thin {
        case .throttle: .throttle(batteryFraction: battery.map { $0 / 100 })
        case .safeRadius: .safeRadius(maximumMetersPerSecond: speed ?? 50)
        case nil: nil
        }
    }

    /// Whether the rule uses the battery levels of the fixes.
    var readsBatteries: Bool { thin == .throttle && battery == nil }

    /// Thinning follows only what the last fix determines.
    static let needsRaw = ValidationError(
        """
        --thin follows events that geometry alone decides: add --policy raw, and leave out --dwell, --stale-after, \
        --visits, --evidence, the limits of fixes and geofences' own policies.
        """
    )

    func validate() throws {
        if let battery, !(0...100).contains(battery) {
            throw ValidationError("--battery must be in 0...100, not \(battery).")
        }
        if thinEvents == "-" { throw ValidationError("--thin-events needs a file; standard output is for the events.") }
    }

    /// Throws if an option was given that the chosen rule does not use.
    func requireUse() throws {
        if battery != nil, thin != .throttle { throw ValidationError("--battery is for --thin throttle.") }
        if thin == nil, thinEvents != nil { throw ValidationError("--thin-events needs --thin.") }
    }
}
