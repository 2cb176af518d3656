internal import ArgumentParser
internal import Foundation

/// How many threads to work on.
struct ThreadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The number of threads to use; it does not affect the output. (default: one per core, at most 64)",
            valueName: "count"
        )
    )
    var threads: Numeral<Int>?

    /// The number of threads to use.
    var count: Int { threads?.value ?? Self.cores }

    /// One thread for each core, up to 64.
    static var cores: Int { min(64, max(1, ProcessInfo.processInfo.activeProcessorCount)) }

    func validate() throws {
        guard let threads = threads?.value, !(1...1024).contains(threads) else { return }
        throw ValidationError("--threads must be in 1...1024, not \(threads).")
    }
}
