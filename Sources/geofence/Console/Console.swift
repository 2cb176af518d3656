internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// Standard error: where everything goes that is not data.
struct Console: Sendable {
    /// How a piece of text stands out on a terminal.
    enum Style: String {
        case red = "1;31"
        case yellow = "1;33"
        case cyan = "36"
    }

    /// Goes back to the beginning of the line on a terminal and empties it.
    static let emptyLine = "\r\u{1B}[K"

    /// Whether a person is watching.
    let isTerminal: Bool
    private let isColored: Bool

    init() {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        isColored = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Writes text as it is. That it cannot be shown is no reason to stop; a reader who goes away ends the run as any filter.
    func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes a line.
    func line(_ text: String = "") { write(text + "\n") }

    /// Says on a terminal what is being done, in place of what was said so before; `nil` for nothing any more.
    func showStep(_ text: String?) {
        if isTerminal { write(Self.emptyLine + (text ?? "")) }
    }

    /// Shows what is wrong, where, and what to do.
    func show(_ diagnostic: Diagnostic) { line(diagnostic.text(styled)) }

    /// Does something whose failure does not end the run, but is to be seen.
    func attempt(_ body: () throws(GeofenceError) -> Void) {
        do throws(GeofenceError) { try body() } catch { show(Diagnostic(UserFacingError.from(error))) }
    }

    /// Shows an error that nobody is left to throw to, and ends the process as one that is thrown does.
    func fail(_ error: GeofenceError) -> Never {
        show(Diagnostic(UserFacingError.from(error)))
        UnfinishedOutputs.removeAll {}
        exit(error.exitCode.rawValue)
    }

    /// The text in a style, where styles are wanted.
    func styled(_ text: String, _ style: Style) -> String {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
