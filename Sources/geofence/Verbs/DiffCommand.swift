internal import ArgumentParser
internal import Geofencing

struct DiffCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Find out what a change of geofences does to visits.",
        discussion: """
            Evaluates the traces with the old and the new geofences in one pass, and writes each visit that is gained (+), \
            lost (-) or at other times (~), with the minutes inside that this makes. A visit is the same in both if the \
            device and the geofence's identifier are and it overlaps. Exits with 1 if any visit changes, so that a pipeline \
            can stop there.

              geofence diff --old zones.geojson --new proposal.geojson \\
                --trace last-month.csv
            """
    )

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The geofences as they were.", valueName: "file"))
    var old: [String]

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The geofences as they shall be.", valueName: "file"))
    var new: [String]

    @OptionGroup(title: "Geofences") var invalid: InvalidFenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Fixes that are not believed") var limits: LimitOptions

    @Option(help: ArgumentHelp("How the difference is written: text or json.", valueName: "format"))
    var format = ReportFormat.text

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try trace.require()
        try passing.requireUse()
        try StandardInput.check(
            NamedFile.list("--old", old) + NamedFile.list("--new", new) + trace.named + events.named
        )
    }

    func perform() throws {
        var rules = try events.rules(order: trace.order, limits: limits, passing: passing)
        // The comparison is of visits, including those of geofences that mute their events.
        rules.recordsMuted = true
        let fences = try [old, new].map { paths in
            try invalid.load(paths, isStrict: trace.strict, threads: engine.threads.count, messages: messages)
        }
        let engines = try fences.map {
            try GeofenceEngine(
                checked: $0.geofences,
                rules: rules,
                engine: engine.engine,
                threads: engine.threads.count
            )
        }
        let run = TraceRun(trace: trace, threads: engine.threads.count, messages: messages)
        let results = try run.evaluateShowingRejects(engines)
        let tallies = try zip(fences, results).map { fences, result in
            var result = result
            return try EvaluationTally(&result, geofences: fences.activeByIdentifier, flapWindow: 0)
        }
        let report = DiffReport(
            fences: (old: fences[0], new: fences[1]),
            // The limits of fixes do not depend on geofences, so both results have the same counts.
            fixes: results[0].counts,
            visits: (old: tallies[0].visits, new: tallies[1].visits),
            ends: results[0].engine.lastTimes
        )
        try OutputFile.write(format == .json ? report.json : report.text, to: "-")
        if !messages.quiet { Console().write(report.summary) }
        if !report.changes.isEmpty { throw ExitCode.failure }
    }
}
