internal import Geofencing

/// A message to the user about the input: `location: error: message`, then a hint.
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

    /// Returns the lines to show, without a final line feed; `styled` applies a style to a piece of text.
    func text(_ styled: (String, Console.Style) -> String = { text, _ in text }) -> String {
        var text = location.map { "\($0): ".escapingControls } ?? ""
        text += styled("\(severity.rawValue):", severity == .error ? .red : .yellow) + " \(message.escapingControls)"
        if let reason { text += " [\(reason)]" }
        if let hint { text += "\n  " + styled("hint:", .cyan) + " \(hint.escapingControls)" }
        return text
    }

    /// Returns the diagnostic without its hint if `hints` has that; otherwise adds it. So a hint that applies to many
    /// records is shown only with the first of them.
    func hinting(after hints: inout Set<String>) -> Diagnostic {
        var diagnostic = self
        if let hint, !hints.insert(hint).inserted { diagnostic.hint = nil }
        return diagnostic
    }
}

extension Diagnostic {
    /// Creates a diagnostic from the title, the reason and the recovery suggestion; for an error of the library, the
    /// location comes first and the code last.
    init(_ error: UserFacingError) {
        var reason = error.failureReason
        self.init(severity: .error, message: error.errorDescription ?? "", hint: error.recoverySuggestion)
        if case .geofence(let error) = error {
            location = error.location
            self.reason = error.code.rawValue
            reason = error.message
        }
        if let reason { message += ": \(reason)" }
    }

    /// The message for a file that contains no geofence, not even a faulty one.
    static let noGeofences = "there are no geofences in the file"

    /// Creates the warning for a file without any of the records that it was read for.
    static func emptyInput(_ path: String, _ reason: String = TraceReader.noRecord) -> Diagnostic {
        Diagnostic(severity: .warning, location: InputLocation(file: path), message: reason)
    }

    /// Creates the warning about a trace that is probably not meant as it is read.
    init(_ doubt: TraceDoubt, about path: String) {
        self.init(
            severity: .warning,
            location: InputLocation(file: path),
            message: doubt.message,
            hint: doubt.recovery
        )
    }

    /// Creates the warning for a record that was not used.
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
