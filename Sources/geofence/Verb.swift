internal import ArgumentParser
internal import Geofencing
internal import Logging

/// A subcommand whose errors are shown and turned into exit codes in one place: here.
protocol Verb: ParsableCommand {
    /// What is logged.
    var log: LogOptions { get }

    /// Whether the verb does something of its own when it is told to end.
    static var endsInGoodOrder: Bool { get }

    /// Does the work.
    func perform() throws
}

extension Verb {
    static var endsInGoodOrder: Bool { false }

    mutating func run() throws {
        log.start()
        SignalWatch.removeUnfinishedOutputsAtClosedPipe()
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
            try perform()
        } catch let error as ValidationError {
            // The parser, which is done, would show the usage of the program.
            Console().line("Error: \(error.message)\nUsage: \(GeofenceCommand.usageString(for: Self.self))")
            throw ExitCode.validationFailure
        } catch let error as GeofenceError {
            Logger.diagnostics.debug("failed", metadata: ["exit_code": "\(error.exitCode.rawValue)"])
            Console().show(Diagnostic(UserFacingError.from(error)))
            throw error.exitCode
        }
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
