internal import Geofencing

extension Diagnostic {
    /// The warning that a watch has nothing registered, and why.
    static let noAuthorization = Diagnostic(
        severity: .warning,
        message: "nothing is registered: none of the devices that have reported may be located at all times",
        hint: "`geofence health` lists them; everything is registered as soon as one reports that it may be located."
    )

    /// Creates the warning about a last line that was not read, because more of it may follow.
    static func unfinishedLine(of trace: String) -> Diagnostic {
        Diagnostic(
            severity: .warning,
            location: InputLocation(file: trace),
            message: "the last line has no line end, so it may be incomplete; it was not read",
            hint: "End it with a line feed; the same command resumes there."
        )
    }

    /// Creates the warning about events that the store cannot take for now.
    static func unsaved(_ error: GeofenceError) -> Diagnostic {
        Diagnostic(
            severity: .warning,
            location: error.location,
            message: "events are written to the output but not saved in the store yet: \(error.message)",
            reason: error.code.rawValue,
            hint:
                "The watch continues and saves them as soon as it can. If it ends before that, it reports them again when it resumes."
        )
    }
}
