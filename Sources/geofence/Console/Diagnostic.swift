internal import Geofencing

/// Something to tell the user about the input: `location: error: message`, then a hint.
struct Diagnostic {
    enum Severity: String {
        case error
        case warning
    }

    var severity: Severity
    var location: InputLocation?
    var message: String
    /// The short name of the reason.
    var reason: String?
    var hint: String?

    /// The lines to show, without a final line feed; `styled` gives a piece of text its style.
    func text(_ styled: (String, Console.Style) -> String = { text, _ in text }) -> String {
        var text = location.map { "\($0): " } ?? ""
        text += styled("\(severity.rawValue):", severity == .error ? .red : .yellow) + " \(message)"
        if let reason { text += " [\(reason)]" }
        if let hint { text += "\n  " + styled("hint:", .cyan) + " \(hint)" }
        return text
    }
}

extension Diagnostic {
    init(_ error: GeofenceError) {
        self.init(
            severity: .error,
            location: error.location,
            message: error.message,
            reason: error.code.rawValue,
            hint: error.recoverySuggestion
        )
    }

    /// A record that was not used.
    init(_ fix: RejectedFix) {
        self.init(
            severity: .warning,
            location: InputLocation(file: fix.path, line: fix.line, column: fix.column),
            message: "\(fix.message), not used",
            reason: fix.reason.rawValue,
            hint: fix.recovery
        )
    }
}
