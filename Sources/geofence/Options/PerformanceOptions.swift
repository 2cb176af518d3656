internal import ArgumentParser

/// Whether to show the resources that a run uses while it lasts.
struct PerformanceOptions: ParsableArguments {
    @Flag(help: "Show memory use, CPU use and latencies every five seconds and at the end, even with --quiet.")
    var watchPerformance = false
}
