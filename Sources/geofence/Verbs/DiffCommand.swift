internal import ArgumentParser
internal import Geofencing

struct DiffCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show how a change of geofences affects visits.",
        discussion: """
            Evaluates the traces with the old and the new geofences in one pass, and lists each visit that is gained (+), \
            lost (-) or moved to other times (~), with the minutes inside that are gained or lost. Two visits are the same \
            if they have the same device and geofence identifier, and overlap. The exit code is 1 if any visit changes, so \
            that a pipeline can stop there.

              geofence diff --old zones.geojson --new proposal.geojson \\
                --trace last-month.csv
            """
    )

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The geofences before the change.", valueName: "file"))
    var old: [String]

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The geofences after the change.", valueName: "file"))
    var new: [String]

    @OptionGroup(title: "Geofences") var invalid: InvalidFenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Suspect fixes") var limits: LimitOptions

    @Option(help: ArgumentHelp("The format of the differences: text or json.", valueName: "format"))
    var format = ReportFormat.text

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try trace.require()
        try passing.requireUse()
        try FilePaths.check(
            inputs: NamedFile.list("--old", old) + NamedFile.list("--new", new) + trace.named + events.named
        )
    }

    func perform() throws {
        var rules = try events.rules(order: trace.order, limits: limits, passing: passing)
        // The comparison is of visits, including those of geofences that mute their events.
        rules.recordsMuted = true
        let fences = try [old, new].map { paths in
            try invalid.load(paths, isStrict: trace.strict, threads: engine.threads.count, messages: messages)
        }
        let geofences = fences.map(\.activeByIdentifier)
        let engines = try geofences.map { try engine.makeEngine($0, rules) }
        let run = TraceRun(trace: trace, threads: engine.threads.count, messages: messages)
        let results = try run.evaluateShowingRejects(engines)
        let tallies = try zip(geofences, results).map { geofences, result in
            var result = result
            return try EvaluationTally(&result, geofences: geofences, flapWindow: 0)
        }
        let report = DiffReport(
            fences: (old: fences[0], new: fences[1]),
            // The limits of fixes do not depend on geofences, so both results have the same counts.
            fixes: results[0].counts,
            visits: (old: tallies[0].visits, new: tallies[1].visits),
            ends: results[0].engine.lastTimes
        )
        try format.write(report)
        if !messages.quiet {
            let doubts = try RunDoubts.warnings(
                of: results[1].engine,
                results[1].counts,
                fences.flatMap(\.geofences),
                hasEvents: tallies.contains { !$0.visits.isEmpty }
            )
            for warning in doubts { Console().show(warning) }
            Console().write(report.summary)
        }
        if !report.changes.isEmpty { throw ExitCode.failure }
    }
}
