internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// How many threads to work on.
struct ThreadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many threads to work on; the output does not depend on it. (default: one for each core)",
            valueName: "count"
        )
    )
    var threads: Int?

    /// The number of threads to use.
    var count: Int { threads ?? Self.cores }

    /// One thread for each core.
    static var cores: Int { min(64, max(1, ProcessInfo.processInfo.activeProcessorCount)) }

    func validate() throws {
        guard let threads, !(1...1024).contains(threads) else { return }
        throw ValidationError("--threads must be in 1...1024, not \(threads).")
    }
}

/// How to compute, with the same results whatever is chosen.
struct EngineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The index that answers; all give the same answers.", valueName: "index"))
    var engine = EngineKind.cells

    @OptionGroup var threads: ThreadOptions
}
