internal import ArgumentParser
internal import Logging

/// What is logged to standard error, for those who want to follow a run step by step.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Log messages of this level or above to standard error. (default: nothing is logged)",
            valueName: "level"
        )
    )
    var logLevel: Logger.Level?

    /// Decides where the log lines of the process go; must be called once, before the first of them.
    func start() {
        guard let logLevel else { return LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() } }
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = logLevel
            return handler
        }
    }
}
