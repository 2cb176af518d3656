internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// Standard error, which receives everything that is not data.
struct Console: Sendable {
    /// The styles that emphasize text on a terminal.
    enum Style: String {
        case red = "1;31"
        case yellow = "1;33"
        case cyan = "36"
    }

    /// Returns to the beginning of the line on a terminal and clears it.
    static let emptyLine = "\r\u{1B}[K"

    /// Whether standard error is a terminal that can rewrite lines.
    let isTerminal: Bool
    private let isColored: Bool

    init() {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        isColored = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Writes text unchanged. A failure to show it does not stop the run; a reader that goes away ends the run, as with
    /// any filter.
    func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes a line.
    func line(_ text: String = "") { write(text + "\n") }

    /// Shows the current step on a terminal, replacing the previous one; `nil` removes it.
    func showStep(_ text: String?) {
        if isTerminal { write(Self.emptyLine + (text ?? "")) }
    }

    /// Shows what is wrong, where, and what to do about it.
    func show(_ diagnostic: Diagnostic) { line(diagnostic.text(styled)) }

    /// Shows an error in the same way.
    func show(_ error: GeofenceError) { show(Diagnostic(UserFacingError.from(error))) }

    /// Runs `body`, whose failure is shown but does not end the run.
    func attempt(_ body: () throws(GeofenceError) -> Void) {
        do throws(GeofenceError) { try body() } catch { show(error) }
    }

    /// Shows an error that cannot be thrown to anyone, and ends the process as a thrown error does.
    func fail(_ error: GeofenceError) -> Never {
        show(error)
        UnfinishedOutputs.removeAll {}
        exit(error.exitCode.rawValue)
    }

    /// Returns the text in a style, if styles are enabled.
    func styled(_ text: String, _ style: Style) -> String {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
