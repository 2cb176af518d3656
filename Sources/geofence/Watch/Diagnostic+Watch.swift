internal import Geofencing

extension Diagnostic {
    /// The warning that a watch has nothing registered, and why.
    static let noAuthorization = Diagnostic(
        severity: .warning,
        message: "nothing is registered: none of the devices that have reported may be located at all times",
        hint: "`geofence health` says which; all is registered as soon as one reports that it may."
    )

    /// Creates the warning about a last line that was not read, because more of it may follow.
    static func unfinishedLine(of trace: String) -> Diagnostic {
        Diagnostic(
            severity: .warning,
            location: InputLocation(file: trace),
            message: "the last line has no line end, so it may be unfinished: it was left",
            hint: "End it with a line feed; the same command goes on from there."
        )
    }

    /// Creates the warning about events that the store cannot take for now.
    static func unsaved(_ error: GeofenceError) -> Diagnostic {
        Diagnostic(
            severity: .warning,
            location: error.location,
            message: "events are written to the output and not kept yet: \(error.message)",
            reason: error.code.rawValue,
            hint:
                "The watch goes on and keeps them as soon as it can; ended before that, it tells them again when it goes on."
        )
    }
}
