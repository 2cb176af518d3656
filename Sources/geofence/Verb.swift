internal import ArgumentParser
internal import Geofencing

/// A subcommand whose errors are shown and turned into exit codes in one place: here.
protocol Verb: ParsableCommand {
    /// Does the work.
    func perform() throws
}

extension Verb {
    mutating func run() throws {
        do {
            try perform()
        } catch let error as GeofenceError {
            Console().show(Diagnostic(error))
            throw error.exitCode
        }
    }
}

extension GeofenceError {
    /// The exit code of a run that ended with this error, after BSD's `sysexits.h`.
    var exitCode: ExitCode {
        switch code {
        case .unreadableInput: ExitCode(66)
        case .inputOutput: ExitCode(74)
        case .geometryEngine: ExitCode(70)
        default: ExitCode(65)
        }
    }
}

extension ExitCode {
    /// The input is not what it must be.
    static let badData = ExitCode(65)
}
