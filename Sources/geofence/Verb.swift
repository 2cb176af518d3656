internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import Logging

/// A subcommand whose errors are shown and turned into exit codes in one place: here.
protocol Verb: ParsableCommand {
    /// The logging options.
    var log: LogOptions { get }

    /// Whether the verb handles being told to end in its own way.
    static var shutsDownGracefully: Bool { get }

    /// Throws if options do not go together or if a required one is missing. The parser would call `validate` before it
    /// looks for unknown options, one of which may be the misspelled name of the missing option.
    func check() throws

    /// Does the work.
    func perform() throws
}

extension Verb {
    static var shutsDownGracefully: Bool { false }

    func check() throws {}

    mutating func run() throws {
        log.start()
        SignalWatch.removeUnfinishedOutputsAtClosedPipe()
        // With the signal ignored, a write beyond the limit on file sizes fails with an error that says so.
        SignalWatch.ignore(SIGXFSZ)
        let signals = Self.shutsDownGracefully ? nil : SignalWatch.removingUnfinishedOutputs()
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
            Console().show(error)
            throw error.exitCode
        }
    }
}

extension Verb {
    private static var usage: String { GeofenceCommand.usageString(for: Self.self) }

    /// The hint that the parser appends to its own errors.
    private static var helpHint: String {
        let names = usage.split(separator: " ").prefix { $0.first?.isLetter == true }
        return "\n  See '\(names.joined(separator: " ")) --help' for more information."
    }

    /// Shows an error as the parser does. Rethrown, it would be shown with the usage of the whole program instead.
    private static func shown(_ error: ValidationError, hint: String = "") -> ExitCode {
        Console().line("Error: \(error.message)\nUsage: \(usage)\(hint)")
        return .validationFailure
    }
}

extension GeofenceError {
    /// The exit code of a run that ended with this error, following BSD's `sysexits.h`.
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
    /// The input is malformed or invalid.
    static let badData = ExitCode(65)
}
