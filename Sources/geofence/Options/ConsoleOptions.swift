internal import ArgumentParser

/// When to show progress.
enum ProgressWish: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// What is written to standard error.
struct ConsoleOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Show errors only: no warnings, no summary, no progress.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "When to show progress.",
            discussion: """
                auto shows it after one second if standard error is a terminal. always shows it at once and, if standard error \
                is not a terminal, as a line every five seconds.
                """,
            valueName: "when"
        )
    )
    var progress = ProgressWish.auto

    /// When to show progress, given that a quiet run shows none.
    var progressWish: ProgressWish { quiet ? .never : progress }
}
