internal import ArgumentParser
internal import Geofencing

/// Measures an engine and, optionally, a second one in the same run.
struct BenchCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure containment and evaluation against the GEOS reference.",
        discussion: """
            Makes geofences, places and traces from a seed (or reads real ones), runs each task with each engine in \
            turn, and shows the time per place, fix or operation. Both engines must give the same answers; otherwise \
            the exit code is 1.

            locate-random, evaluate-trace, nearest and the parse tasks run on one thread and are timed by the \
            processor time they use, the best of several runs. latency (one call of process for each fix of the trace, in \
            order), update and the end-to-end tasks are timed by the wall clock; for latency and update, the cost of \
            reading the clock is subtracted. Only the end-to-end tasks use --threads. evaluate-unmonitored is \
            evaluate-trace without the latency statistics, and monitor measures only the cost of timing a batch.

              geofence bench --geofences 10000 --fixes 1000000 --compare geos
              geofence bench --scenario tiling --geofences 40000 --task locate-random \\
                --format json
              geofence bench --fences stops.geojson --trace buses.csv --compare geos
            """
    )

    @OptionGroup(title: "Workload") var world: BenchWorldOptions

    @Option(help: ArgumentHelp("The engine to measure.", valueName: "index"))
    var engine = EngineKind.cells

    @Option(
        help: ArgumentHelp(
            "Another engine to measure in the same run; its answers must be the same.",
            valueName: "index"
        )
    )
    var compare: EngineKind?

    @Option(help: ArgumentHelp("How fixes become events.", valueName: "policy"))
    var policy = PolicyChoice.named(.raw)

    @Option(
        name: .customLong("task"),
        parsing: .upToNextOption,
        help: ArgumentHelp("Run only these tasks. (default: all that the workload allows)", valueName: "task")
    )
    var tasks: [BenchTask] = []

    @Option(help: ArgumentHelp("The format of the measurements on standard output.", valueName: "format"))
    var format = ReportFormat.text

    @OptionGroup var threads: ThreadOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try world.requireFiles()
        if compare == engine { throw ValidationError("--compare must name a different engine than --engine.") }
        if world.hasNoTrace, let task = tasks.first(where: \.needsFixes) {
            throw ValidationError("--task \(task.rawValue) needs --trace in addition to --fences.")
        }
    }

    func perform() throws {
        let report = try measure()
        try format.write(report)
        let differing = report.differences
        guard !differing.isEmpty else { return }
        for task in differing { Console().line("error: the engines do not agree on \(task)") }
        throw ExitCode.failure
    }

    /// Runs all requested tasks, and shows the current step on a terminal.
    private func measure() throws -> BenchReport {
        let tasks = BenchTask.allCases.filter { task in
            self.tasks.isEmpty ? !(world.hasNoTrace && task.needsFixes) : self.tasks.contains(task)
        }
        let console = Console()
        defer { console.showStep(nil) }
        console.showStep("making the workload")
        let workload = try world.workload(for: tasks, threads: threads.count)
        let policy = try policy.settings()
        var subjects: [BenchSubject] = []
        console.showStep("building the indexes")
        if let compare { subjects.append(try BenchSubject(compare, policy, workload)) }
        subjects.append(try BenchSubject(engine, policy, workload))
        var report = BenchReport(workload: workload)
        for task in tasks {
            // Reading a trace does not depend on the engine.
            for subject in task.dependsOnEngine ? subjects : subjects.suffix(1) {
                console.showStep("measuring \(task.rawValue) with \(subject.kind.rawValue)")
                report.rows.append(try task.run(subject, workload))
            }
        }
        return report
    }
}
