internal import ArgumentParser

/// Whether what a run takes of the machine is shown while it lasts.
struct PerformanceOptions: ParsableArguments {
    @Flag(help: "Show memory, processor and latencies every five seconds and at the end, also with --quiet.")
    var watchPerformance = false
}
