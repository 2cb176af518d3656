internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import Logging

/// A subcommand whose errors are shown and turned into exit codes in one place: here.
protocol Verb: ParsableCommand {
    /// What is logged.
    var log: LogOptions { get }

    /// Whether the verb does something of its own when it is told to end.
    static var endsInGoodOrder: Bool { get }

    /// Refuses options that do not go together, and to do without one that is needed. The parser would call `validate` before it looks for
    /// options that it does not know, of which one may be the misspelled name of what is missing.
    func check() throws

    /// Does the work.
    func perform() throws
}

extension Verb {
    static var endsInGoodOrder: Bool { false }

    func check() throws {}

    mutating func run() throws {
        log.start()
        SignalWatch.removeUnfinishedOutputsAtClosedPipe()
        // Then writing fails beyond a limit on the size of files, and the error says so.
        SignalWatch.ignore(SIGXFSZ)
        let signals = Self.endsInGoodOrder ? nil : SignalWatch.removingUnfinishedOutputs()
        defer { withExtendedLifetime(signals) {} }
        Logger.diagnostics.debug(
            "started",
            metadata: [
                "verb": "\(Self.configuration.commandName ?? "")",
                "version": "\(GeofenceCommand.configuration.version)",
            ]
        )
        do {
            do { try check() } catch let error as ValidationError { throw Self.shown(error, hint: Self.helpHint) }
            try perform()
        } catch let error as ValidationError {
            throw Self.shown(error)
        } catch let error as GeofenceError {
            Logger.diagnostics.debug("failed", metadata: ["exit_code": "\(error.exitCode.rawValue)"])
            Console().show(Diagnostic(UserFacingError.from(error)))
            throw error.exitCode
        }
    }
}

extension Verb {
    private static var usage: String { GeofenceCommand.usageString(for: Self.self) }

    /// What the parser shows behind an error of its own.
    private static var helpHint: String {
        let names = usage.split(separator: " ").prefix { $0.first?.isLetter == true }
        return "\n  See '\(names.joined(separator: " ")) --help' for more information."
    }

    /// Shows an error as the parser does, which is done, and would show the usage of the program.
    private static func shown(_ error: ValidationError, hint: String = "") -> ExitCode {
        Console().line("Error: \(error.message)\nUsage: \(usage)\(hint)")
        return .validationFailure
    }
}

extension GeofenceError {
    /// The exit code of a run that ended with this error, after BSD's `sysexits.h`.
    var exitCode: ExitCode {
        switch code {
        case .unreadableInput: ExitCode(66)
        case .inputOutput, .storeBusy: ExitCode(74)
        case .geometryEngine, .storeReentry: ExitCode(70)
        default: .badData
        }
    }
}

extension ExitCode {
    /// The input is not what it must be.
    static let badData = ExitCode(65)
}
