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
            "Show what would be saved and lost if devices sent fewer fixes, judged by geometry alone.",
            discussion: """
                throttle sends fixes depending on battery, motion and accuracy. safe-radius sends a fix when the device could \
                have reached the nearest boundary since its last one. Both work only with events decided by geometry alone: \
                without --policy, the run uses raw; options that need more than geometry are refused.
                """,
            valueName: "rule"
        )
    )
    var thin: ThinningKind?

    @Option(
        help: ArgumentHelp(
            "The battery level that throttle uses, in percent. (default: that of each fix, or full if it has none)",
            valueName: "percent"
        )
    )
    var battery: Numeral<Double>?

    @Option(
        help: ArgumentHelp("Write the events that would be late or lost to an NDJSON file.", valueName: "file")
    )
    var thinEvents: String?

    /// Returns the rule to follow; `nil` for none.
    ///
    /// - Parameter speed: The speed in m/s that no device exceeds; `nil` for 50.
    func rule(maximumMetersPerSecond speed: Double?) -> ThinningRule? {
        switch thin {
        case .throttle: .throttle(batteryFraction: battery.map { $0.value / 100 })
        case .safeRadius: .safeRadius(maximumMetersPerSecond: speed ?? 50)
        case nil: nil
        }
    }

    /// Whether the rule uses the battery levels of the fixes.
    var readsBatteries: Bool { thin == .throttle && battery == nil }

    /// Thinning follows only what the last fix determines.
    static let needsRaw = ValidationError(
        """
        --thin works only with events decided by geometry alone: give --policy raw, and leave out --dwell, --stale-after, \
        --visits, --evidence, limits on fixes and geofences' own policies.
        """
    )

    func validate() throws {
        if let battery = battery?.value, !(0...100).contains(battery) {
            throw ValidationError("--battery must be in 0...100, not \(battery).")
        }
    }

    /// Throws if an option was given that the chosen rule does not use.
    func requireUse() throws {
        if battery != nil, thin != .throttle { throw ValidationError("--battery works only with --thin throttle.") }
        if thin == nil, thinEvents != nil { throw ValidationError("--thin-events needs --thin.") }
    }
}
