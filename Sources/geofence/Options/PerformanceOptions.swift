internal import ArgumentParser

/// Whether to show the resources that a run uses while it lasts.
struct PerformanceOptions: ParsableArguments {
    @Flag(help: "Show memory, processor and latencies every five seconds and at the end, also with --quiet.")
    var watchPerformance = false
}
